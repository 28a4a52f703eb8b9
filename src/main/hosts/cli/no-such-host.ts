import { FaultError } from '@shared/domain/fault'

/** There is no host of this name in config.toml; it has these. */
export const noSuchHost = (name: string, names: readonly string[]): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `There is no host ${JSON.stringify(name)}; expected ${names.join(', ') || 'one that "countersign hosts add NAME -- ssh DESTINATION" makes, or [hosts.NAME] in config.toml'}.`,
  })
