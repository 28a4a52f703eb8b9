import type { Offer } from '@shared/domain/approval'
import type { Grant } from '@shared/domain/grant'
import { quoteCommand } from '@shared/domain/quote-shell'
import { readCommandRule } from '../approvals/command-rule'
import type { GrantKeys } from '../approvals/grant-key'
import { grantPlace, grantsUsed, type CommandParts, type TurnContext } from '../turn/turn-context'
import type { ActionGrants, Held } from './action'
import { changesSince } from './changes-since'

/** What a grant adds, whatever its path was when it was given: that is compared by itself. */
const grantText = (grant: Grant): string => JSON.stringify({ ...grant, was: undefined })

/** The grants of what has keys: a command has one, a patch one for each file, a process one for its input. */
export function keyedGrants(
  wanted: GrantKeys,
  cwd: string,
  turn: TurnContext,
  parts: CommandParts,
): ActionGrants {
  const { keys, command, openKey, desk } = wanted

  async function covering(): Promise<Held | undefined> {
    const held = await parts.grants.find(wanted, grantsUsed(turn))
    if (!held) return suspended()
    const { kind, records } = held
    // A rule with a star is for words: what they lead to is looked at anew each time.
    const whatWasRead = records.flatMap((record) =>
      record.covers === 'prefix' ? [] : (record.whatWasRead ?? []),
    )
    const grants = records.flatMap((record) => record.grants)
    const yes = { kind, grants, whatWasRead }
    const changed = await changesSince(yes, turn, parts)
    return changed.length === 0
      ? { kind: 'held', yes, records }
      : { kind: 'changed', changes: { paths: changed, then: whatWasRead } }
  }

  async function suspended(): Promise<Held | undefined> {
    const found = await parts.grants.find(wanted, grantsUsed(turn), 'suspended')
    const by = found?.records.findLast((record) => record.suspended)?.lastRun
    return by && { kind: 'suspended', by }
  }

  /** With what each granted path is now, which is all that a yes is for. */
  const withIdentity = (offer: Offer): Offer => ({
    ...offer,
    grants: offer.grants.map((grant) => parts.sandbox.identify?.(grant) ?? grant),
  })

  /** With the text of the rule that it would be stored as, where one can be edited; for one run only, where nothing can be kept. */
  function withRule(offer: Offer): Offer {
    if (keys.length === 0) return { ...offer, scopes: ['once'] }
    return openKey !== undefined && offer.kind === 'only-this' && offer.scopes.includes('rule')
      ? { ...offer, rule: quoteCommand(command) }
      : offer
  }

  return {
    async held() {
      const held = await covering()
      // What was granted inside the sandbox needs one; without it the person is asked afresh.
      const needs = !desk && held?.kind === 'held' && held.yes.kind === 'only-this'
      return needs && (await parts.sandbox.status()).kind === 'unavailable' ? undefined : held
    },
    offered: (offers) => offers.map((offer) => withIdentity(withRule(offer))),
    use: (records) => parts.grants.use(records),
    async answers(offers) {
      const held = await covering()
      if (held?.kind !== 'held') return undefined
      const offer = offers.find((each) => each.kind === held.yes.kind)
      const added = new Set(held.yes.grants.map(grantText))
      if (offer?.grants.every((grant) => added.has(grantText(grant))) !== true) return undefined
      return (await parts.grants.use(held.records)) ? offer.id : undefined
    },
    async checkRule(text) {
      await readCommandRule(text, wanted, parts.parser)
    },
    changed: (yes) => changesSince(yes, turn, parts),
    async keep({ kind, grants }, { scope, rule, ends }, whatWasRead, shown) {
      const read = rule === undefined ? undefined : await readCommandRule(rule, wanted, parts.parser)
      const open = read?.open === true && openKey !== undefined
      for (const key of open ? [openKey] : keys)
        await parts.grants.add({
          id: parts.ids.next(),
          scope,
          ...grantPlace(turn),
          key,
          command: [...(open ? read.words : command)],
          ...(open && { covers: 'prefix' }),
          ...(desk && { desk }),
          cwd,
          kind,
          grants,
          ...(whatWasRead.length === 0 || open ? {} : { whatWasRead: [...whatWasRead] }),
          ...(shown && !open && { shown }),
          ...(ends && scope === 'rule' && { ends }),
          createdAt: new Date(parts.clock.now()).toISOString(),
        })
    },
  }
}
