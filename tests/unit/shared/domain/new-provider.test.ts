import { expect, test } from 'vitest'
import { NewProvider } from '@shared/domain/provider-listing'

test.each([
  ['https://models.example.org/v1', true],
  ['http://192.168.0.9:8000/v1', true],
  ['https://me:secret@models.example.org/v1', false],
  ['https://models.example.org/v1?key=secret', false],
  ['https://models.example.org/v1#x', false],
  ['file:///etc/passwd', false],
  ['models.example.org', false],
  ['', false],
])('%j as an address: %s', (address, valid) => {
  expect(NewProvider.safeParse({ name: 'Ours', address, wireApi: 'chat' }).success).toBe(valid)
})
