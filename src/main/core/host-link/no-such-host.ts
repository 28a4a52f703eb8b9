import { FaultError } from '@shared/domain/fault'

/** What is said where a host is named that is not there: nothing is asked of this machine instead. */
export const noSuchHost = (name: string): FaultError =>
  new FaultError({ code: 'bad-request', message: `There is no host ${JSON.stringify(name)} in this window.` })
