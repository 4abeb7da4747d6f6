// Builds dist/ by tsdown's own function: its command prints on every run that this Node is old, and has no option for that.
import { build } from 'tsdown';

await build({ logLevel: 'error' });
