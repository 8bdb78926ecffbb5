import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const ON_ERROR = /(function handlePreloadError\(err\) \{)[^}]*\}\);[^}]*(\})/

/**
 * Retries a chunk that failed to load. Firefox remembers the failure as long as the page is open,
 * so the retry uses another URL.
 */
export function retryChunks(): Plugin {
  return {
    name: 'retry-chunks',
    apply: 'build',
    transform(code, id) {
      if (id !== HELPER) return
      if (!ON_ERROR.test(code)) this.error('Vite loads chunks in another way now.')
      return { code: `${code.replace(ON_ERROR, `$1${TRY_AGAIN}$2`)};const again = {}`, map: null }
    },
  }
}

const TRY_AGAIN = `
  const url = /^error loading dynamically imported module: (\\S+)/.exec(err.message)?.[1];
  if (!url) throw err;
  again[url] ??= import(/* @vite-ignore */ url + '?' + Date.now()).catch((error) => {
    delete again[url];
    throw error;
  });
  return again[url];
`
