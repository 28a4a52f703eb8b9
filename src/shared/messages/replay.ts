import { messages, type Messages } from './spoken'

/** Why a past action would be asked about today, where the checks do not say it. */
export const pastReasons = (): Messages['replay']['reasons'] => messages().replay.reasons
