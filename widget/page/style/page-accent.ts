/** The page's own accent: a page that sets `accent-color` gets its form in that colour. */

/** WCAG's relative luminance of `rgb(…)`; undefined for colours written otherwise. */
function luminance(color: string): number | undefined {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number);
  const [red = 0, green = 0, blue = 0] = (channels ?? []).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return channels && 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever is easier to read on the colour. */
export function readableOn(color: string): string {
  const light = luminance(color);
  const isBlackBetter = light !== undefined && (light + 0.05) ** 2 > 0.05 * 1.05;
  return isBlackBetter ? '#000' : '#fff';
}

/** What the designer says of the form itself goes before what the page says in general. */
export function followPageAccent(host: HTMLElement): void {
  const style = getComputedStyle(host);
  const { accentColor } = style;
  if (!accentColor || accentColor === 'auto' || style.getPropertyValue('--wpwl-accent')) return;
  host.style.setProperty('--wpwl-accent', accentColor);
  host.style.setProperty('--wpwl-on-accent', readableOn(accentColor));
}
