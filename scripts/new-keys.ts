import { newSecrets } from '#server/platform/secrets.ts'

// Prints fresh secrets in the form of an .env file.
for (const [name, value] of Object.entries(newSecrets())) console.log(`${name}=${value}`)
