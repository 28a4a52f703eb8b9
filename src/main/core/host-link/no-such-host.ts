import { FaultError } from '@shared/domain/fault'

/** What is said where a host is named that is not there: nothing is asked of this machine instead. */
export const noSuchHost = (name: string): FaultError =>
  new FaultError({ code: 'bad-request', message: `There is no host ${JSON.stringify(name)} in this window.` })

/** Of a window whose new sessions begin on one host: that none begins on this machine, as nothing falls back to it. */
export const notHere = (host: string): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `In this window sessions begin on ${host}, and none on this machine; expected host "${host}".`,
  })
