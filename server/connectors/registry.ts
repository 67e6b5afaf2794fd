/** Every connector by its name. To add one is a line here: the gateway knows none of them. */
import { z } from 'zod';
import type {
  Capabilities,
  Connector,
  ConnectorContext,
  ConnectorDefinition,
  ConnectorSettings,
} from './connector.ts';
import { manual } from './manual/manual.ts';
import { relay } from './relay/relay.ts';
import { simulator } from './simulator/simulator.ts';

/** The order is that of usage texts. */
export const CONNECTORS: readonly ConnectorDefinition[] = [simulator, relay, manual];

/** Makes the payments of test channels that are sent to no processor. */
export const INTERNAL_CONNECTOR = simulator.name;

/** Parameters that say what a connector which moves no money answers: none of them is for a live channel. */
export const TEST_PARAMETERS: readonly string[] = CONNECTORS.flatMap(
  ({ testParameters = [] }) => testParameters,
);

/** The opened connectors by their names. */
export type Connectors = ReadonlyMap<string, Connector>;

/** @param contextOf what the gateway lends to the connector of the name */
export const openConnectors = (contextOf: (name: string) => ConnectorContext): Connectors =>
  new Map(
    CONNECTORS.map((definition) => [definition.name, definition.open(contextOf(definition.name))]),
  );

/** The setting `connector` of a channel, as the connector that it names has it. */
export const ConnectorSettingsSchema: z.ZodType<ConnectorSettings> = z.discriminatedUnion(
  'kind',
  // Each is an object with a literal `kind`, which the type of a definition does not say.
  CONNECTORS.map(({ settings }) => settings) as unknown as [z.core.$ZodTypeDiscriminable],
) as unknown as z.ZodType<ConnectorSettings>;

export function definitionOf({ kind }: ConnectorSettings): ConnectorDefinition {
  const found = CONNECTORS.find(({ name }) => name === kind);
  if (!found) throw new Error(`there is no connector ${kind}`);
  return found;
}

export const capabilitiesOf = (settings: ConnectorSettings): Capabilities =>
  definitionOf(settings).capabilities(settings);
