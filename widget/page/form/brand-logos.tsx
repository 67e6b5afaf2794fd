/** A brand's logo from its path data: no markup is parsed and no image is loaded. */
import type { CheckoutFormData } from '../../../contract/form-data.ts';

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
          {logo.paths.map((attributes) => (
            <path key={attributes.d} {...attributes} />
          ))}
        </svg>
      )
    );
  });
