const verbs: Readonly<Record<string, string>> = {
  löscht: 'löschen',
  verschiebt: 'verschieben',
  überschreibt: 'überschreiben',
  zerstört: 'zerstören',
  verwirft: 'verwerfen',
  ändert: 'ändern',
  schreibt: 'schreiben',
  liest: 'lesen',
  zeigt: 'zeigen',
  sendet: 'senden',
  beendet: 'beenden',
  entfernt: 'entfernen',
  installiert: 'installieren',
  leert: 'leeren',
  formatiert: 'formatieren',
  veröffentlicht: 'veröffentlichen',
}

/** The verb that a sentence of a check or of a record begins with; whatever else it begins with, "starten". */
export const verbToType = (sentence: string): string =>
  verbs[sentence.split(/[ ,]/, 1)[0]?.toLowerCase() ?? ''] ?? 'starten'
