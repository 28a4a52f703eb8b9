import type { Strings } from '../../strings'

/** The words of the form for a server at any address. */
export const provider = {
  title: 'Ein Server an einer anderen Adresse',
  text: 'Er kommt in config.toml, sein Schlüssel zu den anderen und nie in diese Datei. Der Schlüssel geht nur an diesen Server.',
  kind: 'Art',
  kinds: {
    chat: 'Spricht Chat Completions',
    responses: 'Spricht Responses',
    azure: 'Azure OpenAI',
  },
  fields: {
    name: { label: 'Name', example: 'Unser Server', wrong: 'Erwartet: ein Name von höchstens 60 Zeichen.' },
    address: {
      label: 'Adresse',
      example: 'https://models.example.org/v1',
      wrong: 'Erwartet: eine Adresse mit http:// oder https:// am Anfang, ohne Passwort und Query.',
    },
    resource: {
      label: 'Ressource',
      example: 'meine-ressource',
      wrong:
        'Erwartet: der Name der Ressource aus Buchstaben, Ziffern und Bindestrichen, wie er vor .openai.azure.com steht.',
    },
    model: {
      label: 'Modell für neue Sitzungen',
      example: 'wie der Server es nennt',
      wrong: 'Erwartet: der Name des Modells; bei Azure der des Deployments.',
    },
    key: {
      label: 'Schlüssel',
      example: 'keiner',
      wrong: 'Erwartet: ein Schlüssel ohne Leerzeichen, nur aus einfachen Zeichen.',
    },
  },
  add: 'Server hinzufügen',
  adding: 'Wird hinzugefügt …',
  added: 'Hinzugefügt zu',
} as const satisfies Strings['provider']
