/** What is asked of a connector, as spans of the payment's trace. */
import type { Connector } from '../../connectors/connector.ts';
import { SpanKind, traced } from '../../tracing.ts';

/** @param name of the connector, as the registry has it */
export function traceConnector(name: string, connector: Connector): Connector {
  const span = <T>(what: string, work: () => Promise<T>): Promise<T> =>
    traced(
      `${name} ${what}`,
      { kind: SpanKind.INTERNAL, attributes: { 'connector.name': name } },
      work,
    );
  return {
    ...connector,
    authorise: (...call) => span('authorise', () => connector.authorise(...call)),
    operate: (...call) => span('operate', () => connector.operate(...call)),
    resume: (...call) => span('resume', () => connector.resume(...call)),
    ask: (...call) => span('ask', () => connector.ask(...call)),
    cancel: (...call) => span('cancel', () => connector.cancel(...call)),
  };
}
