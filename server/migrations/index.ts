import * as eventLog from './0001-event-log.ts'
import * as appendBatch from './0002-append-batch.ts'
import * as projections from './0003-projections.ts'
import * as identity from './0010-identity.ts'
import * as prices from './0020-prices.ts'
import * as live from './0021-live.ts'
import * as uploads from './0030-uploads.ts'
import * as push from './0031-push.ts'
import * as dueDocuments from './0040-due-documents.ts'
import * as pushSessions from './0050-push-sessions.ts'
import * as personKeys from './0051-person-keys.ts'
import * as secondFactorUse from './0060-second-factor-use.ts'
import * as journalByOwner from './0061-journal-by-owner.ts'
import * as openDocuments from './0062-open-documents.ts'
import * as loanApplicants from './0070-loan-applicants.ts'
import * as support from './0070-support.ts'
import * as sealedUploads from './0071-sealed-uploads.ts'
import * as kyc from './0080-kyc.ts'
import * as closedAccounts from './0090-closed-accounts.ts'
import * as userSearch from './0100-user-search.ts'
import * as reviewDesk from './0105-review-desk.ts'
import * as analytics from './0115-analytics.ts'
import * as notificationSwitches from './0116-notification-switches.ts'
import * as auditLines from './0120-audit-lines.ts'
import * as reconciliation from './0121-reconciliation.ts'
import * as listIndexes from './0122-list-indexes.ts'
import * as searchByBeginnings from './0123-search-by-beginnings.ts'
import * as reviewKinds from './0124-review-kinds.ts'
import * as conversionQuotes from './0130-conversion-quotes.ts'
import * as openClaims from './0140-open-claims.ts'
import * as guards from './0150-guards.ts'
import * as pushFailures from './0160-push-failures.ts'
import * as chosenPasswords from './0170-chosen-passwords.ts'
import * as passkeys from './0180-passkeys.ts'
import * as boundSessions from './0190-bound-sessions.ts'
import * as withdrawalFreeze from './0200-withdrawal-freeze.ts'
import * as plainFiles from './0210-plain-files.ts'
import * as staffSearch from './0230-staff-search.ts'
import * as accountsOpenInAppends from './0240-accounts-open-in-appends.ts'
import * as listedStreams from './0241-listed-streams.ts'
import * as languages from './0250-languages.ts'
import * as signUpLanguage from './0260-sign-up-language.ts'
import * as serversOfASchema from './0270-servers-of-a-schema.ts'
import * as placesOfUploads from './0275-places-of-uploads.ts'
import * as timesNeverGoBack from './0290-times-never-go-back.ts'
import * as logEpochs from './0300-log-epochs.ts'
import * as sharedRateLimits from './0310-shared-rate-limits.ts'
import * as verificationRuns from './0320-verification-runs.ts'
import * as keysSortedByTime from './0330-keys-sorted-by-time.ts'
import * as logTree from './0340-log-tree.ts'
import * as liabilities from './0345-liabilities.ts'
import * as arraysReadByNumber from './0350-arrays-read-by-number.ts'
import * as shortAuditLines from './0351-short-audit-lines.ts'
import * as documentsVacuumedSooner from './0352-documents-vacuumed-sooner.ts'
import * as journalByPosition from './0360-journal-by-position.ts'
import * as grantsByStaff from './0365-grants-by-staff.ts'
import * as masterKeys from './0370-master-keys.ts'
import * as wantedTypes from './0380-wanted-types.ts'
import * as endedWithTheirOwner from './0395-ended-with-their-owner.ts'
import * as waitingForNoOne from './0396-waiting-for-no-one.ts'
import * as keptGuards from './0397-kept-guards.ts'
import * as longerCandles from './0400-longer-candles.ts'
import * as signUpsHaveATime from './0410-sign-ups-have-a-time.ts'
import * as displayIdsInTheLog from './0420-display-ids-in-the-log.ts'
import * as unansweredChats from './0421-unanswered-chats.ts'
import * as depositsByAmount from './0423-deposits-by-amount.ts'
import type { Migration } from './migration.ts'

/** All migrations by name, in the order of their numbers. A released one never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_event_log': eventLog,
  '0002_append_batch': appendBatch,
  '0003_projections': projections,
  '0010_identity': identity,
  '0020_prices': prices,
  '0021_live': live,
  '0030_uploads': uploads,
  '0031_push': push,
  '0040_due_documents': dueDocuments,
  '0050_push_sessions': pushSessions,
  '0051_person_keys': personKeys,
  '0060_second_factor_use': secondFactorUse,
  '0061_journal_by_owner': journalByOwner,
  '0062_open_documents': openDocuments,
  '0070_loan_applicants': loanApplicants,
  '0070_support': support,
  '0071_sealed_uploads': sealedUploads,
  '0080_kyc': kyc,
  '0090_closed_accounts': closedAccounts,
  '0100_user_search': userSearch,
  '0105_review_desk': reviewDesk,
  '0115_analytics': analytics,
  '0116_notification_switches': notificationSwitches,
  '0120_audit_lines': auditLines,
  '0121_reconciliation': reconciliation,
  '0122_list_indexes': listIndexes,
  '0123_search_by_beginnings': searchByBeginnings,
  '0124_review_kinds': reviewKinds,
  '0130_conversion_quotes': conversionQuotes,
  '0140_open_claims': openClaims,
  '0150_guards': guards,
  '0160_push_failures': pushFailures,
  '0170_chosen_passwords': chosenPasswords,
  '0180_passkeys': passkeys,
  '0190_bound_sessions': boundSessions,
  '0200_withdrawal_freeze': withdrawalFreeze,
  '0210_plain_files': plainFiles,
  '0230_staff_search': staffSearch,
  '0240_accounts_open_in_appends': accountsOpenInAppends,
  '0241_listed_streams': listedStreams,
  '0250_languages': languages,
  '0260_sign_up_language': signUpLanguage,
  '0270_servers_of_a_schema': serversOfASchema,
  '0275_places_of_uploads': placesOfUploads,
  '0290_times_never_go_back': timesNeverGoBack,
  '0300_log_epochs': logEpochs,
  '0310_shared_rate_limits': sharedRateLimits,
  '0320_verification_runs': verificationRuns,
  '0330_keys_sorted_by_time': keysSortedByTime,
  '0340_log_tree': logTree,
  '0345_liabilities': liabilities,
  '0350_arrays_read_by_number': arraysReadByNumber,
  '0351_short_audit_lines': shortAuditLines,
  '0352_documents_vacuumed_sooner': documentsVacuumedSooner,
  '0360_journal_by_position': journalByPosition,
  '0365_grants_by_staff': grantsByStaff,
  '0370_master_keys': masterKeys,
  '0380_wanted_types': wantedTypes,
  '0395_ended_with_their_owner': endedWithTheirOwner,
  '0396_waiting_for_no_one': waitingForNoOne,
  '0397_kept_guards': keptGuards,
  '0400_longer_candles': longerCandles,
  '0410_sign_ups_have_a_time': signUpsHaveATime,
  '0420_display_ids_in_the_log': displayIdsInTheLog,
  '0421_unanswered_chats': unansweredChats,
  '0423_deposits_by_amount': depositsByAmount,
}
