/** Controls that say their name, and tell what was chosen. */

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: string;
  readonly of: readonly (T | readonly [value: T, name: string])[];
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string>({ label, value, of, onChange }: ChoiceProps<T>) {
  const pairs = of.map((each): readonly [T, string] =>
    typeof each === 'string' ? [each, each] : each,
  );
  return (
    <label class="row">
      <span>{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = pairs[currentTarget.selectedIndex];
          if (chosen) onChange(chosen[0]);
        }}
      >
        {pairs.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface RangeProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly within: { readonly least: number; readonly most: number };
  readonly step: number;
  readonly onChange: (value: number) => void;
}

export const Range = ({ label, unit, value, within, step, onChange }: RangeProps) => (
  <label class="row">
    <span>{label}</span>
    <input
      type="range"
      min={within.least}
      max={within.most}
      step={step}
      value={value}
      aria-valuetext={`${value} ${unit}`}
      onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
    <output>
      {value} {unit}
    </output>
  </label>
);
