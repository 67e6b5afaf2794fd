/** How a channel is set up, read and changed by the admin API: the same rules as of the command line, each change noted. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { ChannelDetail } from '../../../contract/admin-api.ts';
import { createEntity, findChannel } from '../../gateway/entities/index.ts';
import { changeEntityKey } from '../../gateway/events/index.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startReceiver } from '../../tests/support/receiver.ts';
import { testFont } from '../../tests/support/test-fonts.ts';
import { startAlone } from '../../tests/support/test-gateway.ts';

const server = await startAlone({});
const { db } = server.gateway;
const console = await startConsole(server.gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const merchant = await createEntity(db, { kind: 'merchant', name: 'Shop' });
const operator = await console.administrator('Otto', 'operator', merchant.id);
let count = 0;
const aChannel = async (settings: object = {}): Promise<string> => {
  count += 1;
  const input = {
    kind: 'channel',
    name: `Shop ${count}`,
    parentId: merchant.id,
    settings,
  } as const;
  return (await createEntity(db, input)).id;
};
const LIVE = {
  ...{ mode: 'live', origins: ['https://shop.example'] },
  connector: {
    kind: 'manual',
    account: { holder: 'Shop', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  },
};

const send = (
  method: string,
  path: string,
  body: object = {},
  { key = crypto.randomUUID(), as = operator }: { key?: string; as?: Client } = {},
) => as.ask(`/admin/v1/channels/${path}`, body, { method, headers: { 'idempotency-key': key } });
const read = async (id: string): Promise<ChannelDetail> =>
  (await operator.ask(`/admin/v1/channels/${id}`)).body;
const settingsOf = async (id: string) => (await findChannel(db, id))?.settings;
const linesOf = async (id: string) => {
  const rows = await db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', id)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
};
const fileOf = (font: Buffer) => font.toString('base64');

describe('options of a channel', () => {
  it('are replaced where they are sent, stay where not, and are noted with who has changed them', async () => {
    const id = await aChannel({ maxInstallments: 6 });
    const brands = { VISA: ['DB'], MASTER: ['PA', 'DB'] };
    const { status, body } = await send('PATCH', id, { brands, descriptor: 'SHOP' });
    expect({ status, options: body.options }).toMatchObject({
      status: 200,
      options: { brands, descriptor: 'SHOP', maxInstallments: 6 },
    });
    expect((await read(id)).options).toEqual(body.options);
    expect(await settingsOf(id)).toMatchObject({ brands, descriptor: 'SHOP', maxInstallments: 6 });
    expect(await linesOf(id)).toEqual([
      {
        ...{ actor: 'administrator Otto', action: 'channel settings changed' },
        detail: { brands, descriptor: 'SHOP' },
      },
    ]);
  });

  it('go back to the default by null', async () => {
    const id = await aChannel({ descriptor: 'SHOP', storedCardCvv: 'required' });
    await send('PATCH', id, { descriptor: null, storedCardCvv: null, pageWatch: null });
    expect((await read(id)).options).toMatchObject({
      ...{ descriptor: null, storedCardCvv: null, pageWatch: null },
    });
    expect(await settingsOf(id)).not.toHaveProperty('descriptor');
  });

  it.each<[string, object, string]>([
    ['a payment type', { brands: { VISA: ['XX'] } }, 'brands.VISA.0'],
    ['an origin', { origins: ['https://shop.example/pay'] }, 'origins.0'],
    ['installments', { maxInstallments: 13 }, 'maxInstallments'],
    ['a share', { pageWatch: { share: 101 } }, 'pageWatch.share'],
  ])('are refused with %s that is none, naming it', async (_, wanted, name) => {
    const id = await aChannel();
    const { status, body } = await send('PATCH', id, wanted);
    expect({ status, ...body }).toMatchObject({
      ...{ status: 400, reason: 'invalid', parameterErrors: [{ name }] },
    });
    expect(await linesOf(id)).toEqual([]);
  });

  it.each(['mode', 'connector', 'fees', 'fonts', 'release'])(
    'do not have %s, which is set elsewhere',
    async (name) => {
      const id = await aChannel();
      const { status, body } = await send('PATCH', id, { [name]: 'live' });
      expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'invalid' });
      expect(body.description).toContain(name);
    },
  );

  it('keep the rules between settings: a live channel names its pages', async () => {
    const id = await aChannel(LIVE);
    const { status, body } = await send('PATCH', id, { origins: [] });
    expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'refused' });
    expect(body.description).toContain('origins must name the pages');
    expect(await linesOf(id)).toEqual([]);
  });

  it.each([
    ['VISAA', 'brands has VISAA, which is no brand: did you mean VISA?'],
    ['ZZTOP', 'brands has ZZTOP, which is no brand'],
  ])('of brands that are none are refused: %s', async (brand, why) => {
    const id = await aChannel();
    const { status, body } = await send('PATCH', id, { brands: { [brand]: ['DB'] } });
    expect({ status, description: body.description }).toEqual({ status: 400, description: why });
    expect(await linesOf(id)).toEqual([]);
  });

  it.each(['https://a;script-src-elem', 'https://a,b', 'https://*'])(
    'of an origin that would be more than one in a policy: %s',
    async (origin) => {
      const id = await aChannel();
      const { status, body } = await send('PATCH', id, { origins: [origin] });
      expect(status).toBe(400);
      expect(body.description).toContain(`letters, digits, dots and hyphens: ${origin}`);
    },
  );

  it('of two changes at once none is lost', async () => {
    const id = await aChannel();
    const changes = [{ descriptor: 'SHOP' }, { maxInstallments: 3 }, { reversalCutOff: 60 }];
    await Promise.all(changes.map((wanted) => send('PATCH', id, wanted)));
    expect((await read(id)).options).toMatchObject(Object.assign({}, ...changes));
    expect(await linesOf(id)).toHaveLength(3);
  });

  it('that are sent again as they are leave no second line', async () => {
    const id = await aChannel();
    const wanted = { descriptor: 'SHOP', brands: { VISA: ['DB'] } };
    for (let n = 0; n < 2; n++) expect((await send('PATCH', id, wanted)).status).toBe(200);
    expect(await linesOf(id)).toHaveLength(1);
  });

  it.each<[string, object, object, object]>([
    [
      'origins',
      { origins: ['https://a.example'] },
      { origins: [] },
      { origins: ['https://b.example'] },
    ],
    ['brands', { brands: { VISA: ['DB'] } }, { brands: null }, { brands: { MASTER: ['DB'] } }],
    ['a descriptor', { descriptor: 'ONE' }, { descriptor: null }, { descriptor: 'TWO' }],
  ])(
    'of an older tab do not replace what another one has changed: %s',
    async (_, theirs, shown, ours) => {
      const id = await aChannel();
      await send('PATCH', id, { ...theirs, shown });
      const [name] = Object.keys(ours);
      const { status, body } = await send('PATCH', id, { ...ours, shown });
      expect({ status, ...body }).toMatchObject({
        ...{ status: 409, reason: 'conflict', description: `${name} was changed meanwhile` },
        parameterErrors: [{ name, message: 'was changed meanwhile' }],
      });
      expect((await read(id)).options).toMatchObject(theirs);
      expect(await linesOf(id)).toHaveLength(1);
      expect((await send('PATCH', id, { ...ours, shown: theirs })).status).toBe(200);
      expect((await read(id)).options).toMatchObject(ours);
    },
  );

  it('of an older tab are changed where another one has changed others', async () => {
    const id = await aChannel();
    await send('PATCH', id, { maxInstallments: 3, shown: { maxInstallments: 12 } });
    const { body } = await send('PATCH', id, { descriptor: 'SHOP', shown: { descriptor: null } });
    expect(body.options).toMatchObject({ maxInstallments: 3, descriptor: 'SHOP' });
  });

  it.each<[string, unknown, string, string | undefined]>([
    ['descriptor', '', '>=1', ''],
    ['descriptor', ' SHOP', 'no space', ' SHOP'],
    ['descriptor', 'SHOP\n2', 'printable', 'SHOP\n2'],
    ['descriptor', 'SHOP\u202e', 'printable', 'SHOP\u202e'],
    ['descriptor', 'x'.repeat(128), '<=127', 'x'.repeat(100)],
    ['descriptor', 7, 'string', '7'],
    ['reversalCutOff', -1, '>=0', '-1'],
    ['reversalCutOff', 1.5, 'int', '1.5'],
    ['reversalCutOff', 525_601, '<=525600', '525601'],
    ['reversalCutOff', '60', 'number', '60'],
    ['reversalCutOff', null, 'number', undefined],
  ])('refuse an odd %s, %j, with parameter, rule and value', async (name, sent, rule, value) => {
    const id = await aChannel();
    const { status, body } = await send('PATCH', id, { [name]: sent });
    expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'invalid' });
    const [{ message, ...error }] = body.parameterErrors;
    expect(error).toEqual({ name, ...(value !== undefined && { value }) });
    expect(message).toContain(rule);
    expect(await linesOf(id)).toEqual([]);
  });

  it('take what a processor takes', async () => {
    const id = await aChannel();
    const wanted = { descriptor: '1234.1234 Müller & Söhne', reversalCutOff: 525_600 };
    expect((await send('PATCH', id, wanted)).body.options).toMatchObject(wanted);
  });
});

describe('a change', () => {
  it('without the token of the session is refused', async () => {
    const id = await aChannel();
    const { status, body } = await operator.ask(
      `/admin/v1/channels/${id}`,
      { descriptor: 'X' },
      { method: 'PATCH', headers: { 'x-csrf-token': 'another' } },
    );
    expect({ status, reason: body.reason }).toEqual({ status: 403, reason: 'csrf' });
    expect(await settingsOf(id)).not.toHaveProperty('descriptor');
  });

  it.each(['notification-key', 'fonts', 'clock', 'page-watch/decisions', 'page-watch/pages'])(
    'that makes something needs a key: %s',
    async (what) => {
      const id = await aChannel();
      const body = {
        'notification-key': {},
        fonts: { family: 'Shop Sans', file: fileOf(testFont()) },
        clock: { advance: 1 },
        'page-watch/decisions': {
          ...{ decision: 'approved', scripts: ['blob:'], justification: 'ours' },
        },
        'page-watch/pages': { url: 'https://localhost/pay' },
      }[what];
      const answer = await operator.ask(`/admin/v1/channels/${id}/${what}`, body);
      expect(answer.body.parameterErrors).toMatchObject([{ name: 'idempotency-key' }]);
      expect(await linesOf(id)).toEqual([]);
    },
  );
});

describe('the notification key', () => {
  it('is drawn once for a request that is sent twice, and shown in no list', async () => {
    const id = await aChannel();
    expect((await read(id)).notificationKey).toBe('none');
    const first = await send('POST', `${id}/notification-key`, {}, { key: 'k1' });
    const again = await send('POST', `${id}/notification-key`, {}, { key: 'k1' });
    const other = await send('POST', `${id}/notification-key`, { overlap: 0 }, { key: 'k2' });
    expect(first.body.key).toMatch(/^[0-9A-F]{64}$/i);
    expect(again.body).toEqual(first.body);
    expect(other.body.key).not.toBe(first.body.key);
    expect((await read(id)).notificationKey).toBe('own');
    const lines = await linesOf(id);
    expect(lines.map(({ action }) => action)).toEqual(Array(2).fill('notification key changed'));
    expect(JSON.stringify([lines, await read(id)])).not.toContain(first.body.key);
  });

  it('of the merchant counts for a channel without one', async () => {
    const another = await createEntity(db, { kind: 'merchant', name: 'With a key' });
    const channel = await createEntity(db, {
      ...{ kind: 'channel', name: 'Below', parentId: another.id },
    });
    await changeEntityKey(server.gateway, another);
    const owner = await console.administrator('Ada', 'owner', another.id);
    const { body } = await owner.ask(`/admin/v1/channels/${channel.id}`);
    expect(body.notificationKey).toBe('above');
  });
});

describe('fonts', () => {
  it('are added, replaced and removed, with their files', async () => {
    const id = await aChannel();
    const font = { family: 'Shop Sans', weight: 400, style: 'normal' };
    const wanted = { family: 'Shop Sans', file: fileOf(testFont()) };
    expect((await send('POST', `${id}/fonts`, wanted)).body).toEqual(font);
    await send('POST', `${id}/fonts`, { ...wanted, file: fileOf(testFont({ width: 610 })) });
    expect((await read(id)).fonts).toEqual([font]);
    const files = () =>
      db.selectFrom('font_files').select('use').where('channel_id', '=', id).execute();
    expect(await files()).toHaveLength(2);
    const { status, body } = await send('DELETE', `${id}/fonts/Shop%20Sans/400`);
    expect({ status, fonts: body.fonts }).toEqual({ status: 200, fonts: [] });
    expect(await files()).toEqual([]);
    const lines = await linesOf(id);
    expect(lines.map(({ action }) => action)).toEqual(['font added', 'font added', 'font removed']);
  });

  it('whose digits could be taken for each other are refused in the words of their reader', async () => {
    const id = await aChannel();
    const wanted = { family: 'Shop Sans', file: fileOf(testFont({ same: ['3', '8'] })) };
    const refused = await send('POST', `${id}/fonts`, wanted, { key: 'f1' });
    expect({ status: refused.status, reason: refused.body.reason }).toEqual({
      ...{ status: 400, reason: 'refused' },
    });
    expect(refused.body.description).toMatch(/3.*8|8.*3/);
    expect(await linesOf(id)).toEqual([]);
    const corrected = { ...wanted, file: fileOf(testFont()) };
    expect((await send('POST', `${id}/fonts`, corrected, { key: 'f1' })).status).toBe(200);
  });

  it.each([
    ['no font', fileOf(Buffer.from('no font')), 'refused'],
    ['more than a megabyte', fileOf(Buffer.alloc(1024 * 1024 + 1)), 'refused'],
    ['no base64', 'ä', 'invalid'],
  ])('that are %s are refused', async (_, file, reason) => {
    const id = await aChannel();
    const { status, body } = await send('POST', `${id}/fonts`, { family: 'Shop Sans', file });
    expect({ status, reason: body.reason }).toEqual({ status: 400, reason });
    expect((await read(id)).fonts).toEqual([]);
  });

  it('of two styles are removed one without the other', async () => {
    const hash = 'a'.repeat(64);
    const styles = ['normal', 'italic'].map((style) => ({
      ...{ family: 'Shop Sans', weight: 400, style, text: hash, digits: hash },
    }));
    const id = await aChannel({ fonts: styles });
    const { body } = await send('DELETE', `${id}/fonts/Shop%20Sans/400?style=italic`);
    expect(body.fonts).toEqual([{ family: 'Shop Sans', weight: 400, style: 'normal' }]);
    const again = await send('DELETE', `${id}/fonts/Shop%20Sans/400?style=italic`);
    expect(again.body.description).toContain("channel's (Shop Sans 400): Shop Sans 400 italic");
    expect((await linesOf(id)).map(({ detail }) => detail.style)).toEqual(['italic']);
    expect((await send('DELETE', `${id}/fonts/Shop%20Sans/400?style=bold`)).status).toBe(400);
  });

  it('that the channel has not are not removed, and it says which it has', async () => {
    const id = await aChannel();
    const { body } = await send('DELETE', `${id}/fonts/None/400`);
    expect(body).toMatchObject({ reason: 'refused' });
    expect(body.description).toContain('must be one of the channel');
  });
});

describe('the release', () => {
  it('is pinned and let go', async () => {
    const id = await aChannel();
    const { release, releases } = await read(id);
    const [latest] = releases;
    expect(release).toBeNull();
    expect(latest).toMatchObject({ isServed: true, withdrawnAt: null });
    const pinned = await send('PUT', `${id}/release`, { release: latest?.id });
    expect(pinned.body.release).toBe(latest?.id);
    await send('PUT', `${id}/release`, { release: latest?.id });
    const free = await send('PUT', `${id}/release`, { release: null });
    expect(free.body.release).toBeNull();
    expect((await linesOf(id)).map(({ action, detail }) => [action, detail.release])).toEqual([
      ['release pinned', latest?.id],
      ['release unpinned', null],
    ]);
  });

  it('that there is not is refused', async () => {
    const { body } = await send('PUT', `${await aChannel()}/release`, { release: 'none' });
    expect(body).toMatchObject({ reason: 'refused', description: 'there is no release none' });
  });
});

describe('the sandbox', () => {
  it('of a test channel: its clock goes forward, its bank behaves as is said', async () => {
    const id = await aChannel();
    const { sandbox } = await read(id);
    expect(sandbox).toMatchObject({ ahead: 0, behaviour: 'normal' });
    const moved = await send('POST', `${id}/clock`, { advance: 86_400 }, { key: 'c1' });
    const again = await send('POST', `${id}/clock`, { advance: 86_400 }, { key: 'c1' });
    expect(moved.body.sandbox.ahead).toBe(86_400);
    expect(again.body).toEqual(moved.body);
    const slow = await send('PUT', `${id}/simulator`, { behaviour: 'slow' });
    expect(slow.body.sandbox).toMatchObject({ ahead: 86_400, behaviour: 'slow' });
    await send('PUT', `${id}/simulator`, { behaviour: 'slow' });
    const odd = await send('PUT', `${id}/simulator`, { behaviour: 'odd' });
    expect(odd.body.parameterErrors).toMatchObject([{ name: 'behaviour' }]);
    expect((await linesOf(id)).map(({ action }) => action)).toEqual([
      'test clock moved',
      'simulator changed',
    ]);
  });

  it('moves its clock once for a key, also where its answer fails', async () => {
    const id = await aChannel();
    const move = () => send('POST', `${id}/clock`, { advance: 60 }, { key: 'c2' });
    // What the answer needs is away after the clock was moved.
    await sql`alter table releases rename to releases_away`.execute(db);
    expect((await move()).status).toBe(500);
    await sql`alter table releases_away rename to releases`.execute(db);
    const { status, body } = await move();
    expect({ status, ahead: body.sandbox.ahead }).toEqual({ status: 200, ahead: 60 });
    expect((await linesOf(id)).map(({ action }) => action)).toEqual(['test clock moved']);
    await send('POST', `${id}/clock`, { advance: 60 }, { key: 'c3' });
    expect((await read(id)).sandbox?.ahead).toBe(120);
  });

  it('is not there for a live channel', async () => {
    const id = await aChannel(LIVE);
    expect((await read(id)).sandbox).toBeNull();
    for (const [method, path, body] of [
      ['POST', 'clock', { advance: 1 }],
      ['PUT', 'simulator', { behaviour: 'slow' }],
    ] as const) {
      const answer = await send(method, `${id}/${path}`, body);
      expect(answer.body).toMatchObject({ reason: 'refused' });
      expect(answer.body.description).toContain('test channels only');
    }
    expect(await linesOf(id)).toEqual([]);
  });
});

describe('page watch', () => {
  it('decides about scripts, with a reason and who has decided', async () => {
    const id = await aChannel();
    const row = {
      ...{ channel_id: id, source: 'https://cdn.example/app.js', integrity: '' },
      ...{ first_seen: 1, last_seen: 2, hours_seen: 1 },
    };
    await db
      .insertInto('page_scripts')
      .values({ id: 'abc', ...row })
      .execute();
    const path = `${id}/page-watch/decisions`;
    const wanted = { decision: 'approved', scripts: ['abc'], justification: 'Our cart.' };
    const { body } = await send('POST', path, wanted);
    expect(body.scripts).toMatchObject([
      {
        ...{ id: 'abc', status: 'approved', justification: 'Our cart.' },
        decidedBy: 'administrator Otto',
      },
    ]);
    const without = await send('POST', path, { ...wanted, justification: ' ' });
    expect(without.body.parameterErrors).toMatchObject([{ name: 'justification' }]);
    const unknown = await send('POST', path, { ...wanted, scripts: ['none'] });
    expect(unknown.body.description).toContain('none is neither the id of a script');
    expect((await linesOf(id)).map(({ action }) => action)).toEqual(['page scripts approved']);
  });

  it('watches pages, reads them now, and stops', async () => {
    const id = await aChannel({ pageWatch: { share: 10, headersEveryHours: 24 } });
    const path = `${id}/page-watch/pages`;
    await using site = await startReceiver();
    const url = `${site.url}/pay`;
    const added = await send('POST', path, { url });
    expect(added.body.pages).toMatchObject([{ page: url, readAt: null }]);
    const wrong = await send('POST', path, { url: 'pay' });
    expect(wrong.body.description).toContain('must be an https address');
    const support = await console.administrator('Sam', 'support', merchant.id);
    const check = () => send('POST', `${id}/page-watch/check`, {}, { as: support });
    // Other sites are asked in the gateway's name: once, however often it is pressed.
    const all = await Promise.all([check(), check(), check()]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    const checked = await check();
    expect(site.received).toHaveLength(1);
    expect(checked.body.pages).toMatchObject([
      { page: url, problem: null, readAt: expect.any(String) },
    ]);
    const removed = await send('DELETE', `${path}?url=${encodeURIComponent(url)}`);
    expect(removed.body.pages).toEqual([]);
    expect((await linesOf(id)).map(({ action }) => action)).toEqual([
      ...['payment page watched', 'payment pages read', 'payment page not watched any more'],
    ]);
  });
});
