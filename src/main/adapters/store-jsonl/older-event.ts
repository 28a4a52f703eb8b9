/**
 * Events as versions wrote them that kept sentences where there is data now: each sentence stands as what was said, so that
 * it is shown as it was. Everything else is left for the schema to judge.
 */

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object with each of the members changed that it has. */
function changed(value: unknown, changes: Readonly<Record<string, (member: unknown) => unknown>>): unknown {
  if (!isFields(value)) return value
  const found = Object.entries(changes).filter(([key]) => value[key] !== undefined)
  if (found.length === 0) return value
  return { ...value, ...Object.fromEntries(found.map(([key, change]) => [key, change(value[key])])) }
}

const each =
  (change: (member: unknown) => unknown) =>
  (list: unknown): unknown =>
    Array.isArray(list) ? list.map(change) : list

const effect = (value: unknown): unknown =>
  typeof value === 'string' ? { act: { kind: 'said', text: value } } : value

const row = (value: unknown): unknown =>
  isFields(value) && value['kind'] === undefined ? { kind: 'said', ...value } : value

function reason(value: unknown): unknown {
  if (!isFields(value) || value['text'] === undefined) return value
  const { text: said, ...rest } = value
  return { ...rest, said }
}

const difference = (value: unknown): unknown =>
  typeof value === 'string' ? { kind: 'said', text: value } : value

const assessment = (value: unknown): unknown =>
  changed(value, {
    facts: (facts) => changed(facts, { effect, rows: each(row) }),
    floor: (floor) => changed(floor, { reasons: each(reason) }),
    differs: each(difference),
  })

function stop(value: unknown): unknown {
  if (!isFields(value) || value['text'] === undefined) return value
  const { text, policyLine, noOnlyThis, ...rest } = value
  const none = noOnlyThis === undefined ? {} : { noOnlyThis: { kind: 'said', text: noOnlyThis } }
  return { ...rest, why: { kind: 'said', text, policyLine }, ...none }
}

function offer(value: unknown): unknown {
  if (!isFields(value) || value['description'] === undefined) return value
  const { description, ...rest } = value
  return { ...rest, means: { kind: 'said', text: description } }
}

const eventChanges = {
  request: (request: unknown) => changed(request, { effect, assessment, stop, offers: each(offer) }),
  update: assessment,
}

/** An event's payload in today's form; the payload itself, where it holds nothing that had another. */
export const todaysEvent = (payload: unknown): unknown => changed(payload, eventChanges)
