/** Keeps the page's own files, so that it works without a network. The build names the files and their version. */
declare const GAVEL_FILES: string[];
declare const GAVEL_VERSION: string;
interface Scope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const store = `gavel-${GAVEL_VERSION}`;

scope.addEventListener("install", (event) => {
  (event as ExtendableEvent).waitUntil(
    caches.open(store).then((cache) => cache.addAll(GAVEL_FILES)).then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  (event as ExtendableEvent).waitUntil(
    caches.keys()
      .then((all) => Promise.all(all.filter((each) => each.startsWith("gavel-") && each !== store).map((each) => caches.delete(each))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  (event as FetchEvent).respondWith(
    caches.open(store).then((cache) => cache.match(request, { ignoreSearch: true })).then((found) => found ?? fetch(request)),
  );
});

export {};
