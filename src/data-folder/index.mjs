// For the threads of databases, which Node starts from files. These have to be JavaScript.
export { OwnerFiles } from './owner-files.mjs';
