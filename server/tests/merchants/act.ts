/** Asks what a step says, and takes the answers into the world. */
import assert from 'node:assert/strict';
import type { Answer } from '../support/test-gateway.ts';
import { type Call, oneOf } from './call.ts';
import { ACTS, REPEATS, type Step, type Throw } from './sequence.ts';
import type { Shop } from './shop.ts';
import { expectOutcome, INVALID, type World } from './world.ts';

/** A request that was made under a key. */
export interface Kept {
  readonly call: Call;
  readonly key: string;
  readonly answer: Answer;
}

/** What was refused for its form keeps no key: it can be corrected. */
const keeps = ({ body }: Answer) => body.result.code !== INVALID;

interface Answered {
  readonly call: Call;
  readonly answer: Answer;
  readonly after: unknown;
}

const seen = ({ status, body }: Answer) => ({ status, body });

/** @param kept gets what was asked under keys */
export async function act(shop: Shop, world: World, step: Step, kept: Kept[]): Promise<World> {
  world.step += 1;
  const [first] = step;
  try {
    if (step.length === 1 && first && REPEATS.includes(first.act as never)) {
      return await repeat(shop, world, first, kept);
    }
    const calls = step.flatMap((each) => {
      const call = ACTS[each.act]?.(world, each);
      return call ? [{ call, key: keyOf(world, call, each) }] : [];
    });
    const answers = await Promise.all(calls.map(({ call, key }) => ask(shop, call, key)));
    answers.forEach(({ call, answer }, n) => {
      const key = calls[n]?.key;
      if (key !== undefined && keeps(answer)) kept.push({ call, key, answer });
    });
    return explain(world, answers);
  } catch (error) {
    throw new Error(`step ${world.step}, ${JSON.stringify(step)}: ${String(error)}`, {
      cause: error,
    });
  }
}

const keyOf = (
  { step }: World,
  { method, isShoppers }: Call,
  { act: name, at, amount, how }: Throw,
) =>
  method === 'POST' && !isShoppers && how % 3 > 0
    ? `${step} ${name} ${at} ${amount} ${how}`
    : undefined;

async function ask(shop: Shop, call: Call, key?: string): Promise<Answered> {
  const answer = await shop.ask(call, key);
  return { call, answer, after: await call.afterwards?.(shop, answer) };
}

/** Some order of the calls in which the world has it as it was answered. @throws where there is none */
function explain(world: World, answered: readonly Answered[]): World {
  if (answered.length === 0) return world;
  const failures: unknown[] = [];
  for (const each of answered) {
    const next = structuredClone(world);
    try {
      each.call.take(next, each.answer, each.after);
      return explain(
        next,
        answered.filter((other) => other !== each),
      );
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

async function repeat(shop: Shop, world: World, { act: how, at }: Throw, kept: Kept[]) {
  const earlier = oneOf(kept, at);
  if (!earlier) return world;
  const { call, key, answer } = earlier;
  if (how === 'ask again') {
    assert.deepEqual(seen(await shop.ask(call, key)), seen(answer));
    return world;
  }
  if (how === 'ask otherwise under its key') {
    const fields = { ...call.fields, 'customParameters[other]': '1' };
    expectOutcome(await shop.ask({ ...call, fields }, key), 422, INVALID);
    return world;
  }
  const anew = `${key}, anew in step ${world.step}`;
  const [one, two] = await Promise.all([shop.ask(call, anew), shop.ask(call, anew)]);
  if (keeps(one)) {
    assert.deepEqual(seen(two), seen(one));
    kept.push({ call, key: anew, answer: one });
  } else {
    expectOutcome(two, one.status, one.body.result.code);
  }
  return explain(world, [{ call, answer: one, after: await call.afterwards?.(shop, one) }]);
}
