/** Draws a brand's logo from its path data: no markup is parsed and no image is loaded. */
import type { BrandLogo, CheckoutFormData as FormData } from '../../../contract/form-data.ts';

const SVG = 'http://www.w3.org/2000/svg';

export function drawLogo({ paths }: BrandLogo): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 36 24');
  for (const attributes of paths) {
    const path = document.createElementNS(SVG, 'path');
    for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
    svg.append(path);
  }
  return svg;
}

/** Those of the brands that have one. */
export const drawLogos = (codes: readonly string[], data: FormData | undefined): SVGSVGElement[] =>
  codes.flatMap((code) => {
    const logo = data?.brands[code]?.logo;
    return logo ? [drawLogo(logo)] : [];
  });
