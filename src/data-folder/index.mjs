// What threads of databases need: Node starts those from files, which have to be JavaScript.
export { OwnerFiles } from './owner-files.mjs';
