/** What a page sets up that wants the card, and what of the card it has got hold of. */

export const NUMBER = '5386024192625914';
export const CVV = '987';

/** Every way out of a script that the page can replace, each telling what goes through it. */
export const SPIES = `<script>(() => {
  const stolen = (window.stolen = []);
  const { push } = Array.prototype;
  const { stringify, parse } = JSON;
  let isTelling = false;
  window.stopSpying = () => { isTelling = true; };
  const quietly = (values) => {
    if (isTelling || stolen.length > 20000) return;
    isTelling = true;
    for (let n = 0; n < values.length; n++) {
      try { Reflect.apply(push, stolen, [typeof values[n] === 'string' ? values[n] : stringify(values[n]) ?? '']); } catch {}
    }
    isTelling = false;
  };
  const spyOn = (owner, name) => {
    const own = owner[name];
    owner[name] = function (...args) { quietly(args); return Reflect.apply(own, this, args); };
  };
  for (const name of ['map', 'filter', 'join', 'includes', 'push', 'flatMap', 'every', 'some']) {
    const own = Array.prototype[name];
    Array.prototype[name] = function (...args) { if (this.length < 200) quietly([this]); return Reflect.apply(own, this, args); };
  }
  JSON.parse = (text, ...rest) => { quietly([text]); return parse(text, ...rest); };
  spyOn(window, 'fetch');
  spyOn(URLSearchParams.prototype, 'append');
  spyOn(window, 'postMessage');
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...args) { quietly(args); return Reflect.apply(postMessage, this, args); };
  const Own = window.MessageChannel;
  window.MessageChannel = function () {
    const channel = new Own();
    channel.port1.addEventListener('message', ({ data }) => quietly([data]));
    window.ports = (window.ports ?? []).concat(channel.port1);
    return channel;
  };
  addEventListener('message', ({ data }) => quietly([data]), true);
})()</script>`;

/** Parts of the card among what the page saw, unless they are sealed. */
export function secretsIn(stolen: readonly string[]): string[] {
  // Ids and ciphertexts are random: three digits may stand in them by chance.
  const random = /[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+|[\w-]{32,}/g;
  const clear = stolen.join('\n').replaceAll(random, '');
  // The first eight digits are the issuer's, which a page may know.
  const parts = [NUMBER, NUMBER.slice(0, 9), NUMBER.slice(-6), '5386 0241 9'];
  const hasCvv = new RegExp(`(^|\\D)${CVV}(\\D|$)`).test(clear);
  return [...parts.filter((part) => clear.includes(part)), ...(hasCvv ? [CVV] : [])];
}
