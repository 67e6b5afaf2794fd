/** The page's own accent: a page that sets `accent-color` gets its form in that colour. */

/** Black or white, whichever is easier to read on `rgb(…)`; white on a colour written otherwise. */
export function readableOn(color: string): string {
  const [, red = 0, green = 0, blue = 0] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? [];
  // WCAG's relative luminance, with the power that its two-part curve comes down to.
  const light = (channel: string | number) => (Number(channel) / 255) ** 2.2;
  const luminance = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? '#000' : '#fff';
}

/** What the designer says of the form itself goes before what the page says in general. */
export function followPageAccent(host: HTMLElement): void {
  const style = getComputedStyle(host);
  // Not as a property of the style: those that a page sets on `Object.prototype` go before them.
  const accentColor = style.getPropertyValue('accent-color');
  if (!accentColor || accentColor === 'auto' || style.getPropertyValue('--wpwl-accent')) return;
  host.style.setProperty('--wpwl-accent', accentColor);
  host.style.setProperty('--wpwl-on-accent', readableOn(accentColor));
}
