/** The smallest part of every form: a label with its control, as pages style and move them. */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, RefCallback } from 'preact';
import { groupClass, partClass } from '../../../contract/group-classes.ts';

interface WrapperProps {
  /** Ends the class names. */
  readonly name: string;
  readonly keep?: RefCallback<HTMLDivElement> | undefined;
  readonly children?: ComponentChildren;
}

export const Wrapper = ({ name, keep = () => {}, children }: WrapperProps) => (
  <div ref={keep} class={partClass('wrapper', name)}>
    {children}
  </div>
);

export interface FieldGroupProps extends WrapperProps {
  /** Name of what is asked for. */
  readonly parameter: string;
  readonly label: ReadonlySignal<string>;
  /** Id of what the label belongs to. A control inside a frame cannot be tied to its label by an id. */
  readonly target?: string;
  readonly hidden?: ReadonlySignal<boolean> | boolean;
  /** Stands after the wrapper, which pages hide. */
  readonly after?: ComponentChildren;
  /** How wide it is, and which fields it touches, where the style has to be told. */
  readonly width?: string | undefined;
  readonly touches?: string | undefined;
}

export const FieldGroup = ({
  parameter,
  label,
  target,
  hidden,
  name,
  keep,
  after,
  width,
  touches,
  children,
}: FieldGroupProps) => (
  <div class={groupClass(name)} hidden={hidden} data-width={width} data-touches={touches}>
    <div class={partClass('label', name)} {...{ name: `wpwl-label-${parameter}` }}>
      <label for={target}>{label}</label>
    </div>
    <Wrapper name={name} keep={keep}>
      {children}
    </Wrapper>
    {after}
  </div>
);
