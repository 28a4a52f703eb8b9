/** How the person wrote the folder, where that is not its real path; undefined: it is, or nobody wrote one. */
export const writtenOtherwise = (written: string | undefined, real: string): string | undefined =>
  written === undefined || written.replace(/(?<=.)\/+$/, '') === real ? undefined : written
