/**
 * Whether all digits are equally wide, in every state of the field. The browser scrolls the caret into
 * view, the page's own boxes around the frame too: a page that chose a font with a narrow 1 would read
 * each digit from the way that its box has scrolled (D9).
 */
const STATES = ['focus', 'invalid', 'autofill'];
/** Pixels that sixteen of one digit may be wider than sixteen of another. */
const TOLERANCE = 0.1;

export function hasEvenDigits(): boolean {
  const probe = document.createElement('i');
  document.body.append(probe);
  let areEven = true;
  for (let bits = 0; bits < 8; bits++) {
    probe.className = STATES.filter((_, at) => (bits >> at) & 1).join(' ');
    const widths = [...'0123456789'].map((digit) => {
      probe.textContent = digit.repeat(16);
      return probe.getBoundingClientRect().width;
    });
    areEven &&= Math.max(...widths) - Math.min(...widths) < TOLERANCE;
  }
  probe.remove();
  return areEven;
}
