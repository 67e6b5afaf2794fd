/** One list of the ways to pay (`layout: 'list'`): one of them open, and one button, for that one. */
import { computed, signal } from '@preact/signals';
import { BrandLogos } from '../form/brand-logos.tsx';
import { draw, drawAnew } from '../form/draw.ts';
import { createHost, type FormInstance, isOfBrand } from '../form/form-instance.ts';
import { type FormState, withOwnMessages } from '../form/form-state.ts';
import { isShown } from '../form/is-shown.ts';
import type { Scope } from '../form/scope.ts';
import type { Layout } from '../interface/options.ts';

export interface MethodList {
  /** Around the list and its button. */
  readonly root: HTMLElement;
  /** Where the containers of the forms stand. */
  readonly rows: HTMLElement;
  /** Where a message stands that concerns them all, and what says it. */
  readonly message: HTMLElement;
  readonly state: FormState;
  /**
   * Gives a form its row, and takes its button.
   * @param codes the brands that it is for, the first of which names it; none for what is stored, which
   * has a row for each
   */
  readonly add: (form: FormInstance, codes?: () => readonly string[]) => void;
  /** The forms that there are to choose from. */
  readonly show: (forms: readonly FormInstance[]) => void;
}

interface ListNodes {
  readonly quick: HTMLElement;
  readonly rows: HTMLElement;
  readonly bar: HTMLElement;
  readonly message: HTMLElement;
}

interface RowNodes {
  readonly radio: HTMLElement;
  readonly logos: HTMLElement;
}

/** Beside the name; the number's field shows them all. */
const MOST_LOGOS = 4;

/** What one chooses a way to pay by, and nothing inside of one. */
const RADIO = ':is(.wpwl-method, .wpwl-registration) [type=radio]:enabled';
/** Of what is stored, all but expired cards can be chosen. */
const STORED = '[name="registrationId"]:enabled';

export function createMethodList(scope: Scope, state: FormState, layout: Layout): MethodList {
  const { data, phase, spoken, terms, text } = state;
  const own = withOwnMessages(state);
  const shown = signal<readonly FormInstance[]>([]);
  const chosen = signal<FormInstance | undefined>(undefined);
  /** Whether something would be left of the list without those whose buttons can stand above it. */
  const isMixed = computed(() => shown.value.some(({ isExpress }) => !isExpress));
  const isAbove = (form: FormInstance) => isMixed.value && form.isExpress === true;
  const open = computed(() => {
    const isStored = terms.value?.registrations?.some(({ expired }) => !expired);
    const forms = shown.value.filter((form) => isStored || form.containerKey !== 'registration');
    return forms.find((form) => form === chosen.value) ?? forms.find((form) => !isAbove(form));
  });
  const isEnded = computed(() => phase.value === 'ended');
  const root = createHost('element', state);
  root.dataset['layout'] = layout;
  const { quick, rows, bar, message } = draw<ListNodes>(scope, root, (keep) => (
    <div
      class="wpwl-list"
      lang={computed(() => spoken.value?.language)}
      dir={computed(() => spoken.value?.direction)}
    >
      <div
        class="wpwl-express"
        hidden={computed(() => isEnded.value || !shown.value.some(isAbove))}
      >
        <div ref={keep('quick')} />
        <p>{computed(() => text({ key: 'expressOr' }))}</p>
      </div>
      <div
        ref={keep('rows')}
        class="wpwl-methods"
        role="radiogroup"
        aria-label={computed(() => text({ key: 'paymentMethod' }))}
        data-choice={computed(() => (shown.value.length > 1 && !isEnded.value ? '' : undefined))}
      />
      <div ref={keep('bar')} class="wpwl-pay" hidden={isEnded}>
        <div ref={keep('message')} class="wpwl-message" hidden />
        <div class="wpwl-live" role="status">
          {own.announcement}
        </div>
      </div>
    </div>
  ));
  scope.atEnd(() => root.remove());
  // Arrows are the browser's own.
  rows.addEventListener('keydown', (event) => {
    const end = { Home: 0, End: -1 }[event.key];
    if (end === undefined || !(event.target as Element).matches(RADIO)) return;
    event.preventDefault();
    const radio = [...rows.querySelectorAll<HTMLElement>(RADIO)].filter(isShown).at(end);
    radio?.focus();
    radio?.click();
  });
  const radios: HTMLElement[] = [];

  /** Its rows are what is stored: the others become radio buttons of the same group. */
  const addStored = (instance: FormInstance) => {
    const { form } = instance;
    for (const radio of radios) {
      radio.setAttribute('form', form.id);
      radio.setAttribute('name', 'registrationId');
    }
    scope.follow(() => {
      for (const block of form.querySelectorAll<HTMLElement>('.wpwl-stored-cards')) {
        block.inert = phase.value === 'busy';
      }
    });
    const find = () => form.querySelector(`${STORED}:checked`);
    form.addEventListener('change', () => {
      if (find()) chosen.value = instance;
    });
    scope.follow(() => {
      const isOpen = open.value === instance && terms.value !== undefined;
      // A little later: a card that goes asks first whether its button has the focus.
      queueMicrotask(() => {
        // The one last paid with, which took part in another group before, or the first.
        const first =
          form.querySelector<HTMLInputElement>(`${STORED}[checked]`) ??
          form.querySelector<HTMLInputElement>(STORED);
        if (isOpen && first && !find()) first.checked = true;
        form.dispatchEvent(new Event('toggle'));
      });
    });
  };

  const addRow = (instance: FormInstance, codes: () => readonly string[]) => {
    const row = document.createElement('div');
    instance.host.prepend(row);
    const { radio, logos } = draw<RowNodes>(scope, row, (keep) => (
      <label
        class="wpwl-choice wpwl-method"
        hidden={computed(() => isAbove(instance) && open.value !== instance)}
      >
        <input
          ref={keep('radio')}
          type="radio"
          name={root.id}
          // Of no form: neither ours, nor one of the page around the list.
          form=""
          // Its name comes with the data.
          aria-label={computed(() => (data.value ? undefined : codes()[0]))}
          checked={computed(() => open.value === instance)}
          disabled={computed(() => phase.value === 'busy')}
          onChange={() => {
            chosen.value = instance;
          }}
        />
        <span class="wpwl-method-name">
          {computed(() => {
            const [code = ''] = codes();
            const isCard = instance.containerKey === 'card';
            return isCard ? text({ key: 'payByCard' }) : terms.value?.brands[code]?.name;
          })}
        </span>
        <span ref={keep('logos')} class="wpwl-brand-logos" aria-hidden="true" />
      </label>
    ));
    radios.push(radio);
    scope.follow(() => {
      drawAnew(logos, <BrandLogos codes={codes().slice(0, MOST_LOGOS)} data={data.value} />);
    });
  };

  return {
    root,
    rows,
    message,
    state: own,
    add(instance, codes) {
      const { host, form } = instance;
      form.id = `${host.id}-form`;
      const button = form['pay'] as HTMLElement;
      const group = button.closest('.wpwl-group') as HTMLElement;
      button.setAttribute('form', form.id);
      // Where a script sends it, what it says has to be seen. Asked before the form is busy itself: while
      // another one is, it is not sent, and what comes of that one has to be seen.
      const choose = () => {
        if (!button.hidden && phase.peek() === 'ready') chosen.value = instance;
      };
      form.addEventListener('submit', choose, true);
      if (codes) addRow(instance, codes);
      else addStored(instance);
      scope.follow(() => {
        const { unconfirmed } = data.value ?? {};
        // It says so itself, and how to go on.
        if (unconfirmed && isOfBrand(host, unconfirmed.form)) chosen.value = instance;
      });
      scope.follow(() => {
        const isOpen = open.value === instance;
        const isExpress = isAbove(instance);
        const isSeen = isOpen || (isExpress && shown.value.includes(instance));
        host.toggleAttribute('data-closed', !isOpen);
        host.toggleAttribute('data-express', isExpress);
        const place = isExpress ? quick : bar;
        // Where it stands already it stays: a button that is moved loses the focus.
        if (group.parentElement !== place) place.append(group);
        // Later, too: see `addStored`.
        queueMicrotask(() => {
          group.hidden = !isSeen;
        });
      });
    },
    show(forms) {
      const { activeElement } = rows.getRootNode() as Document | ShadowRoot;
      // What comes before it takes nothing from a form that is being filled in.
      if (rows.contains(activeElement)) chosen.value ??= open.peek();
      shown.value = forms;
    },
  };
}
