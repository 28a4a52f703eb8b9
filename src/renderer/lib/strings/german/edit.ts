import type { Strings } from '../../strings'

/** The words of a command that the person puts in the place of an agent's. */
export const edit = {
  title: 'Eigener Befehl',
  check: 'Noch einmal prüfen',
  marks: (n: number) =>
    n === 1
      ? '1 Zeichen ist unsichtbar oder ändert, wie die anderen zu lesen sind. Es steht als ⟦U+…⟧ da und ist im Befehl.'
      : `${String(n)} Zeichen sind unsichtbar oder ändern, wie die anderen zu lesen sind. Diese stehen als ⟦U+…⟧ da und sind im Befehl.`,
  lookAlike: 'Diesen Host ansehen:',
  nothingRuns: 'Nichts läuft, bis das behoben ist; auch der ursprüngliche Befehl nicht.',
  grant: 'Noch einmal prüfen führt nichts aus. Danach gelten Fakten und Stufe für den eigenen Befehl.',
  off: 'Ändern und ausführen ist aus: nur ein Befehl, der nicht läuft, lässt sich ändern.',
  chip: (level: string) => `Selbst geändert, war ${level}`,
  asked: 'Der Agent verlangte: ',
  useOriginal: 'Ursprünglichen nehmen',
  noEvidence: 'Keiner: der eigene Befehl lief noch nicht.',
  claim: 'über seinen eigenen Befehl',
  closed: 'Der eigene Befehl ist jetzt geprüft; vor dem Ausführen wird gefragt.',
  badge: 'Geändert',
  instead: 'Ein anderer Befehl steht jetzt an seiner Stelle.',
} as const satisfies Strings['edit']
