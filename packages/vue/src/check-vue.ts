import { version } from 'vue';

const OLDEST = 3;

/** @throws where Vue is older than what the components are made of; npm says so only with a warning. */
export function checkVue(): void {
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new Error(
    `@payment-widgets/vue needs Vue ${OLDEST}.3 or later, this page has ${version}: npm install vue@latest, or use @payment-widgets/element`,
  );
}
