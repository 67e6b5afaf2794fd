/** What Prometheus reads, and that rules and dashboard name nothing else. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, type RunningServer, startServer } from '../tests/support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../tests/support/payment-fields.ts';
import { startReceiver, status } from '../tests/support/receiver.ts';
import { createTestDatabase, isTestedOnPostgres } from '../tests/support/test-database.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { location, drop } = await createTestDatabase();
let server: RunningServer;
let metricsUrl: string;
beforeAll(async () => {
  server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    METRICS_PORT: 'any',
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  metricsUrl = server.metricsUrl ?? '';
});
afterAll(async () => {
  await server.kill();
  await drop();
});

const HEADERS = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
const post = async (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields);
  return fetch(server.url + path, { method: 'POST', headers: HEADERS, body });
};
const pay = (more: Record<string, string> = {}) =>
  post('/v1/payments', {
    ...PAYMENT_FIELDS,
    ...more,
  });
const scrape = async () => (await fetch(metricsUrl)).text();
/** The value of a metric whose labels contain some; undefined where it has none. */
const readMetric = async (name: string, labels = ''): Promise<number | undefined> => {
  const lines = (await scrape()).split('\n').filter((line) => line.startsWith(name));
  const line = lines.find((each) => /^[{ ]/.test(each.slice(name.length)) && each.includes(labels));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('/metrics', () => {
  it('is on a port of its own, and nothing else is there', async () => {
    expect(new URL(metricsUrl).hostname).toBe('127.0.0.1');
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/v1/resultcodes', metricsUrl))).status).toBe(404);
  });

  it('counts requests by route, and payments by what came of them', async () => {
    expect((await pay()).status).toBe(200);
    const declined = { 'customParameters[simulator.result]': '800.100.152' };
    expect((await pay(declined)).status).toBe(400);
    const route = 'route="/v1/payments",method="POST",status="200"';
    await expect.poll(() => readMetric('gateway_request_seconds_count', route)).toBe(1);
    const settled = 'gateway_payments_settled_total';
    expect(await readMetric(settled, 'state="succeeded",type="DB"')).toBe(1);
    expect(await readMetric(settled, 'state="failed",type="DB"')).toBe(1);
    expect(await readMetric('gateway_ready')).toBe(1);
    expect(await readMetric('gateway_request_places')).toBeGreaterThan(0);
    expect(await readMetric('gateway_refusals_held')).toBe(0);
    expect(await readMetric('gateway_sealing_key_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await readMetric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    const waits = await readMetric('gateway_database_wait_seconds_count');
    expect(waits ?? 0).toBeGreaterThanOrEqual(isTestedOnPostgres ? 1 : 0);
  });

  it('tells what is in doubt, and for how long', async () => {
    await post('/sandbox/connector', { behaviour: 'slow' });
    const paying = pay();
    await expect.poll(() => readMetric('gateway_payments_in_doubt')).toBe(1);
    const age = () => readMetric('gateway_payments_in_doubt_oldest_seconds');
    await expect.poll(age).toBeGreaterThan(0);
    await paying;
    await post('/sandbox/connector', { behaviour: 'normal' });
    await expect.poll(() => readMetric('gateway_payments_in_doubt')).toBe(0);
  });

  it('tells how far a receiver is behind and since when it fails, by its subscription', async () => {
    await using receiver = await startReceiver();
    const fields = { kind: 'notifications', url: receiver.url };
    const { id } = await (await post('/v1/webhooks', fields)).json();
    receiver.answer(status(500));
    await pay();
    const lag = () => readMetric('gateway_outbox_lag_seconds', `subscription="${id}"`);
    await expect.poll(lag).toBeGreaterThanOrEqual(0);
    const failing = () => readMetric('gateway_receiver_failing_seconds', `subscription="${id}"`);
    await expect.poll(failing).toBeGreaterThanOrEqual(0);
  });

  it('names no card, address, token or person', async () => {
    // Without values and ids, which may have any digits.
    const names = (await scrape()).replaceAll(/(?<=^[^#].*) \S+$|[\da-f]{32}/gm, '');
    expect(names).toContain('process_cpu_seconds_total\n');
    expect(names).not.toMatch(/4200|Jane|token-of|https?:\/\/(?!prom)|Bearer/);
  });
});

describe('rules and dashboard', () => {
  it.each(['ops/prometheus/rules.yml', 'ops/grafana/gateway.json'])(
    '%s names only metrics that there are',
    async (file) => {
      const text = await readFile(join(ROOT, file), 'utf8');
      const rules = await readFile(join(ROOT, 'ops/prometheus/rules.yml'), 'utf8');
      const recorded = [...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name);
      const scraped = await scrape();
      const measured = [...scraped.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      );
      const named = [...text.matchAll(/\b(?:gateway|nodejs|process)[_:][\w:]+/g)].map(([n]) => n);
      expect(named.length).toBeGreaterThan(10);
      const known = new Set([...measured, ...recorded]);
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('every alert is in the runbook', async () => {
    const rules = await readFile(join(ROOT, 'ops/prometheus/rules.yml'), 'utf8');
    const runbook = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
  });
});
