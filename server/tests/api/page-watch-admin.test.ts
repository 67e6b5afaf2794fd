/** `npm run admin -- page-watch`: what operators do and assessors read, as docs/operations.md says. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findChannel } from '../../gateway/entities/index.ts';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { blocksOf, runShell } from '../guides/guide-code.ts';
import { DEMO, startServer } from '../support/gateway-process.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { runAdmin } from '../support/run-admin.ts';
import { createTestDatabase } from '../support/test-database.ts';

const CHANNEL = DEMO.DEMO_ENTITY_ID;

it('does what the guide says, and prints what an assessor asks for', {
  timeout: 400_000,
}, async () => {
  await using site = await startReceiver(status(200, { 'x-frame-options': 'DENY' }));
  const database = await createTestDatabase();
  const { dataDir, databaseUrl } = database.location;
  const environment = {
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const server = await startServer(environment);
  const db = await openDatabase(database.location);
  const admin = async (...words: string[]) => {
    const { code, stdout, stderr } = await runAdmin(words, environment);
    return code === 0 ? stdout : stderr;
  };
  try {
    const guide = await runShell(blocksOf('docs/operations.md', 'sh page-watch').join(''), {
      ...environment,
      CHANNEL,
      PAGE: `${site.url}/checkout`,
      REPORTS: dataDir,
    });
    expect([guide.code, guide.stderr]).toEqual([0, '']);
    expect(guide.stdout).toContain('"x-frame-options": "DENY"');
    expect(guide.stdout).toContain('100 % of checkouts report their scripts');
    expect(guide.stdout).toContain(`${site.url}/checkout`);
    expect((await findChannel(db, CHANNEL))?.settings.pageWatch).toMatchObject({ share: 100 });

    const { id } = await (
      await fetch(`${server.url}/v1/checkouts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
        body: new URLSearchParams({ amount: '1.00', currency: 'EUR', paymentType: 'DB' }),
      })
    ).json();
    const reported = await fetch(`${server.url}/v1/checkouts/${id}/scripts`, {
      method: 'POST',
      headers: { origin: 'https://shop.example' },
      body: new URLSearchParams([
        ['script', 'https://shop.example/assets/a.js'],
        ['script', 'https://cdn.example/new.js'],
      ]),
    });
    expect(reported.status).toBe(204);

    const text = await admin('page-watch', 'report', CHANNEL);
    expect(text).toMatch(/== Scripts without a decision\nhttps:\/\/cdn\.example\/new\.js/);
    expect(text).toMatch(
      /approved by machine at 20.*: The shop's own code, built and reviewed by us/,
    );
    expect(text).toMatch(/NEW_SCRIPT {2}https:\/\/cdn\.example\/new\.js/);
    const file = join(dataDir, 'report.csv');
    await admin('page-watch', 'report', CHANNEL, file);
    const csv = await readFile(file, 'utf8');
    expect(csv.split('\r\n')[0]).toMatch(/^what,subject,status,justification,decidedBy,decidedAt/);
    expect(csv).toContain('script,https://cdn.example/new.js,unapproved');
    await admin('page-watch', 'report', CHANNEL, join(dataDir, 'report.json'));
    const json = JSON.parse(await readFile(join(dataDir, 'report.json'), 'utf8'));
    expect(json.scripts).toHaveLength(2);

    expect(await admin('page-watch', 'report', CHANNEL, file)).toMatch(/cannot be written: EEXIST/);
    expect(await admin('page-watch', 'report', CHANNEL, 'a.pdf')).toMatch(/must end in \.csv or/);
    expect(await admin('page-watch', 'report', CHANNEL, '--days', '0')).toMatch(
      /1 to 400; it is 0/,
    );
    expect(await admin('page-watch', 'list', 'nothing')).toMatch(/no channel nothing/);
    expect(await admin('page-watch', 'approve', CHANNEL, 'blob:')).toMatch(/needs --justification/);

    const audited = await admin('audit', 'list');
    for (const action of ['approve', 'reject', 'add', 'remove', 'check']) {
      expect(audited).toContain(`"admin page-watch ${action}"`);
    }
    expect(audited).toContain('failed: admin page-watch approve');
  } finally {
    await closeDatabase(db);
    await server.kill();
    await database.drop();
  }
});
