/** Draws a brand's logo from its path data: no markup is parsed and no image is loaded. */
import type { BrandLogo } from '../../../contract/form-data.ts';

const SVG = 'http://www.w3.org/2000/svg';

export function drawLogo({ paths }: BrandLogo): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 36 24');
  for (const attributes of paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', attributes.d);
    path.setAttribute('fill', attributes.fill);
    svg.append(path);
  }
  return svg;
}
