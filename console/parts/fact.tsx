/** One line of a list of facts: its name, and what it is. */
import type { ComponentChildren } from 'preact';

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
