export default function Cart() {
  return <h1>A mug, €92.00</h1>;
}
