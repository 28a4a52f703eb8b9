import { z } from 'zod'
import { Offer, type ApprovalRequest } from '../domain/approval'
import { hookAgentNames } from '../domain/hook-agent'
import type { Grant } from '../domain/grant'
import type { NamingFolders } from '../domain/named-path'
import { grantFrom } from './grant'
import { pathInWords } from './path'
import { describeSandboxPolicy } from './policies'
import { messages } from './spoken'

/** What of a request the words of its offers depend on. */
type Asked = Pick<ApprovalRequest, 'sandboxPolicy' | 'naming'>

/** The first four on one line; says how many more there are. */
function listGrants(grants: readonly Grant[], naming: NamingFolders | undefined): string {
  const more = grants.length > 4 ? messages().grant.more(grants.length - 4) : ''
  return `${grants.slice(0, 4).map(grantFrom(naming)).join(', ')}${more}`
}

const folderOf = (grant: Grant): string =>
  grant.kind === 'write' ? grant.path.slice(0, grant.path.lastIndexOf('/')) || '/' : ''

/** What grants add, in few words: many entries of one folder are counted, the rest is listed. */
export function addedInWords(grants: readonly Grant[], naming: NamingFolders | undefined): string {
  const entries = grants.filter((grant) => grant.kind === 'write' && grant.extent === 'entry')
  const [folder, ...others] = new Set(entries.map(folderOf))
  if (entries.length <= 2 || folder === undefined || others.length > 0) return listGrants(grants, naming)
  const rest = grants.filter((grant) => !entries.includes(grant))
  const counted = messages().grant.entries(entries.length, pathInWords(folder, naming))
  return rest.length === 0 ? counted : `${counted}, ${listGrants(rest, naming)}`
}

/** What becomes of a conversation whose agent is begun anew; '' where it has none. */
export const begunAnew = (
  say: { readonly begunAnew: { readonly kept: string; readonly lost: string } },
  conversation: 'kept' | 'lost' | undefined,
): string => (conversation === undefined ? '' : say.begunAnew[conversation])

function meaning({ kind, means, grants }: Offer, { sandboxPolicy, naming }: Asked): string {
  const say = messages().offer
  const outside = kind === 'outside'
  const limits = describeSandboxPolicy(sandboxPolicy)
  switch (means.kind) {
    case 'run': {
      if (outside) return say.runOutside
      const stay = means.stays?.map((folder) => say.stays(pathInWords(folder, naming))) ?? []
      const plus = grants.length === 0 ? '' : say.plus(`${addedInWords(grants, naming)}${stay.join('')}`)
      return `${say.run(limits, plus)}${failsInWords(means, say)}`
    }
    case 'run-again': {
      const stay = means.stays.map((folder) => say.stays(pathInWords(folder, naming)))
      return say.runAgain(`${addedInWords(grants.slice(means.before), naming)}${stay.join('')}`)
    }
    case 'apply':
      return say.apply(limits, grants.length === 0 ? '' : say.plus(listGrants(grants, naming)))
    case 'connect':
      return say.connect(listGrants(grants, naming))
    case 'input':
      return outside ? say.inputOutside : say.input
    case 'call':
      return say.call(means.tool, means.server)
    case 'guest-from-now':
      return say.acpAgentFromNow(means.agent, listGrants(grants, naming), begunAnew(say, means.conversation))
    case 'guest-again':
      return say.acpAgentAgain(means.agent, listGrants(grants, naming), begunAnew(say, means.conversation))
    case 'server-from-now':
      return say.serverFromNow(means.server, listGrants(grants, naming))
    case 'guest':
      return means.always === undefined
        ? say.acpAgent(means.agent)
        : say.acpAgentAlways(means.agent, means.always)
    case 'answer':
      return means.again
        ? say.answerAgain(hookAgentNames[means.agent])
        : say.answer[means.of](hookAgentNames[means.agent])
    case 'said':
      return means.text
  }
}

/** Where the paths really are that an offer grants, as sentences, for those that lead elsewhere. */
const leads = (grants: readonly Grant[], naming: NamingFolders | undefined): string[] =>
  grants.flatMap((grant) =>
    'was' in grant && grant.was !== undefined && grant.was.realPath !== grant.path
      ? [messages().offer.leads(pathInWords(grant.path, naming), pathInWords(grant.was.realPath, naming))]
      : [],
  )

/** What a yes to an offer of this request means, for a person. It may hold paths and names, which are untrusted. */
export function offerInWords(offer: Offer, asked: Asked): string {
  if (offer.means.kind === 'said') return offer.means.text
  const { grants, onceOnly, unreachable } = offer
  const say = messages().offer
  return [
    meaning(offer, asked),
    ...leads(grants, asked.naming),
    ...(onceOnly ? [say.onceOnly] : []),
    ...(unreachable === undefined ? [] : [say.unreachable(unreachable)]),
  ].join(' ')
}

/** What a yes to an offer for the session means, where one for once puts a rehearsal in place. */
export const forSessionInWords = ({ grants }: Offer, naming: NamingFolders | undefined): string =>
  messages().rehearsal.forSession(
    grants.length === 0 ? '' : messages().offer.plus(addedInWords(grants, naming)),
  )

/** An offer as other programs are told it. */
export const OfferReport = Offer.pick({ id: true, kind: true, grants: true, scopes: true }).extend({
  description: z.string(),
  rule: Offer.shape.rule,
})
export type OfferReport = z.infer<typeof OfferReport>

/** The offers of a request as other programs are told them. */
export function offerReports(request: Pick<ApprovalRequest, 'offers'> & Asked): OfferReport[] {
  return request.offers.map((offer) => {
    const { id, kind, grants, scopes, rule } = offer
    const description = offerInWords(offer, request)
    return { id, kind, grants, scopes, description, ...(rule !== undefined && { rule }) }
  })
}

/** Why a run in the sandbox may fail there; nothing where it is not known to. */
export const failsInWords = (
  { mayFail }: { readonly mayFail?: true | 'lacks' | undefined },
  say: { readonly mayFail: string; readonly lacks: string },
): string => (mayFail === undefined ? '' : mayFail === 'lacks' ? say.lacks : say.mayFail)
