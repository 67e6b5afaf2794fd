/** What is known of one thing: names with their values. */
import type { ComponentChildren } from 'preact';

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

interface Props {
  readonly title: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** Names and values as the API has them, closed at first. */
export const PairList = ({ title, pairs }: Props) =>
  pairs.length === 0 ? null : (
    <details class="card">
      <summary>{title}</summary>
      <dl class="headers">
        {pairs.map(([name, value]) => (
          <Fact key={name} name={name}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
      </dl>
    </details>
  );
