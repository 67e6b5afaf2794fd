/** A brand's logo from its path data: no markup is parsed and no image is loaded. */
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import { drawAnew } from './draw.ts';

interface BrandLogosProps {
  readonly codes: readonly string[];
  readonly data: CheckoutFormData | undefined;
}

/** Those of the brands that have one. */
export const BrandLogos = ({ codes, data }: BrandLogosProps) =>
  codes.map((code) => {
    const logo = data?.brands[code]?.logo;
    return (
      logo && (
        // biome-ignore lint/a11y/noSvgWithoutTitle: the brand's name stands beside it, or in the select
        <svg key={code} viewBox="0 0 36 24">
          {logo.paths.map(({ d, fill }) => (
            // A page that colours all its drawings would colour an attribute.
            <path key={d} d={d} style={`fill:${fill};stroke:none`} />
          ))}
        </svg>
      )
    );
  });

/**
 * Draws the logo that the class of each box names, whatever was inside: pages copy ours, and give the
 * copies the class of another brand.
 */
export function drawLogos(boxes: Iterable<HTMLElement>, data: CheckoutFormData | undefined): void {
  for (const box of boxes) {
    const [, code = ''] = /wpwl-brand-([A-Z]\w+)/.exec(box.className) ?? [];
    if (!data || !code || box.dataset['logo'] === code) continue;
    box.dataset['logo'] = code;
    // The copied style sheet has the picture of all brands, which would show behind the logo.
    box.style.backgroundImage = 'none';
    box.replaceChildren();
    drawAnew(box, <BrandLogos codes={[code]} data={data} />);
  }
}
