// Drafts of listings in IndexedDB. Pages import this file, and the service worker loads it as a classic script.
self.drafts = (() => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = request.onblocked = () => reject(request.error)
  })
  let opened
  function open() {
    const request = indexedDB.open('market')
    request.onupgradeneeded = () => request.result.createObjectStore('drafts')
    return done(request)
  }
  async function use(mode, act) {
    const transaction = (await (opened ??= open())).transaction('drafts', mode)
    const result = await done(act(transaction.objectStore('drafts')))
    // A full storage fails at the end of the transaction.
    if (mode === 'readwrite') await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    return result
  }
  return {
    /** The keys: `new` or the id of the edited product, and what tells its drafts apart; or `shared` for what waits to be
        added to a new listing. */
    keys: () => use('readonly', (store) => store.getAllKeys()),
    read: (key) => use('readonly', (store) => store.get(key)),
    write: (key, draft) => use('readwrite', (store) => store.put(draft, key)),
    remove: (key) => use('readwrite', (store) => store.delete(key)),
    clear: () => use('readwrite', (store) => store.clear()),
  }
})()
