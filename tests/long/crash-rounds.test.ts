import { crashRounds } from '../crash/support/crash-rounds.ts';

// Issue 2, "What it must show": twenty kills in mid ingestion, none of which loses what was acknowledged.
crashRounds(20);
