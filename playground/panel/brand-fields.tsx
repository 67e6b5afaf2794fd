/** Which ways to pay are on offer, and in which order. */
import { useState } from 'preact/hooks';
import { BRANDS } from '../design/design.ts';
import { redesign, view } from '../design/history.ts';
import { Earlier } from './button.tsx';

function earlier(code: string): void {
  const brands = [...view.value.design.brands];
  const at = brands.indexOf(code);
  if (at < 1) return;
  brands.splice(at, 1);
  brands.splice(at - 1, 0, code);
  redesign({ brands });
}

function toggle(code: string): void {
  const { brands } = view.value.design;
  const others = brands.filter((each) => each !== code);
  if (others.length === 0) return;
  redesign({ brands: others.length < brands.length ? others : [...brands, code] });
}

export function BrandFields() {
  const [moved, setMoved] = useState('');
  const { brands } = view.value.design;
  const others = BRANDS.filter((code) => !brands.includes(code));
  return (
    <details>
      <summary>Brands</summary>
      <ul class="brands">
        {[...brands, ...others].map((code) => (
          <li key={code}>
            <label>
              <input
                type="checkbox"
                checked={brands.includes(code)}
                disabled={brands.length === 1 && brands[0] === code}
                onChange={() => toggle(code)}
              />{' '}
              {code}
            </label>
            {brands.includes(code) && (
              <Earlier
                name={code}
                at={brands.indexOf(code)}
                onPress={() => {
                  earlier(code);
                  setMoved(code);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <p class="hidden-text" role="status">
        {brands.includes(moved) && `${moved} is ${brands.indexOf(moved) + 1} of ${brands.length}.`}
      </p>
    </details>
  );
}
