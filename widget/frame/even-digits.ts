/**
 * Whether all digits are equally wide, in every state of the field that has a style of its own. The
 * browser scrolls the caret into view, the page's own boxes around the frame too: a page that chose a
 * font with a narrow 1 would read each digit from the way that its box has scrolled (D9).
 */
const STATES = ['focus', 'invalid', 'autofill'];
/** Pixels that sixteen of one digit may be wider than sixteen of another. */
const TOLERANCE = 0.1;

/** @param styled the parts of the field that have a style */
export function hasEvenDigits(styled: object): boolean {
  let looks = [''];
  for (const state of STATES) {
    if (state in styled) looks = looks.flatMap((look) => [look, `${look} ${state}`]);
  }
  return looks.every((className) => {
    const probes = [...'0123456789'].map((digit) => {
      const probe = document.createElement('i');
      probe.className = className;
      // A large negative one would make all of them nothing wide.
      probe.style.cssText = 'letter-spacing:0';
      probe.textContent = digit.repeat(16);
      document.body.append(probe);
      return probe;
    });
    // Read when all stand: the browser lays them out in one go.
    const widths = probes.map((probe) => probe.getBoundingClientRect().width);
    for (const probe of probes) probe.remove();
    return Math.max(...widths) - Math.min(...widths) < TOLERANCE;
  });
}
