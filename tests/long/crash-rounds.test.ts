// Second tier (soak): twenty kills during ingestion
import { crashRounds } from '../crash/support/crash-rounds.ts';

// Issue 2, "What it must show": twenty kills during ingestion, none of which loses an acknowledged message.
crashRounds(20);
