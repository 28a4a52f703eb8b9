/** The words of the form for a server at any address. */
export const provider = {
  title: 'A server at another address',
  text: 'It goes into config.toml, its key beside the others and never into that file. The key is sent to this server alone.',
  kind: 'Kind',
  kinds: {
    chat: 'Speaks Chat Completions',
    responses: 'Speaks Responses',
    azure: 'Azure OpenAI',
  },
  fields: {
    name: { label: 'Name', example: 'Our server', wrong: 'Give it a name of up to 60 characters.' },
    address: {
      label: 'Address',
      example: 'https://models.example.org/v1',
      wrong: 'Give an address that begins with http:// or https://, without a password or a query.',
    },
    resource: {
      label: 'Resource',
      example: 'my-resource',
      wrong: 'Give the resource’s name: letters, digits and hyphens, as it stands before .openai.azure.com.',
    },
    model: {
      label: 'Model for new sessions',
      example: 'as the server calls it',
      wrong: 'Give the model’s name; Azure calls it the deployment.',
    },
    key: { label: 'Key', example: 'none', wrong: 'A key has no spaces and only plain characters.' },
  },
  add: 'Add the server',
  adding: 'Adding…',
  added: 'Added to',
} as const
