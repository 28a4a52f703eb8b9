import { demo } from './demo'
import { folder } from './window/folder'
import { frame, inbox } from './window/frame'
import { machine } from './window/machine'
import { pages, provider } from './window/pages'
import { session, find, openFile, life } from './window/session'
import { approvalPolicies, levels, sandboxModes, categories, levelsShort } from './window/vocabulary'
import { approval, edit, assessment, question } from './window/approval'
import { bringBack } from './window/bring-back'
import { changes, patch, review } from './window/changes'
import { commands } from './window/commands'
import { empty } from './window/empty'
import { effectRules } from './window/effect-rules'
import { grants, allowFor } from './window/grants'
import { changedSince, rehearsal } from './window/rehearsal'
import { hosts } from './window/hosts'
import { restore, rewind } from './window/restore'
import { settings } from './window/settings'
import { settingsParts, servers } from './window/settings-parts'
import { demoEnd, transcript, waits } from './window/transcript'
import { tryAgain } from '../english/window/try-again'
import { ruleParts } from './window/rule-parts'
import { otherAgents } from './window/other-agents'
import { sandboxes } from './window/sandboxes'
import { side } from './window/side'
import type { SpokenLanguage } from '../spoken-language'
import { messages } from './messages'

/** French. */
export const language: SpokenLanguage = {
  strings: {
    locale: 'fr-FR',
    ...frame,
    ...session,
    ...pages,
    find,
    folder,
    inbox,
    life,
    machine,
    openFile,
    provider,
    approvalPolicies,
    levels,
    sandboxModes,
  },
  later: {
    allowFor,
    approval,
    assessment,
    categories,
    bringBack,
    changedSince,
    changes,
    commands,
    demoEnd,
    edit,
    effectRules,
    empty,
    grants,
    hosts,
    levelsShort,
    otherAgents,
    patch,
    question,
    rehearsal,
    restore,
    review,
    rewind,
    sandboxes,
    ruleParts,
    servers,
    settings,
    settingsParts,
    side,
    transcript,
    tryAgain,
    waits,
  },
  demo,
  messages,
}
