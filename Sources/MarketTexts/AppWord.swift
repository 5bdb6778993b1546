/// The sentences that only apps need: what pages say too is in ``WebWord``.
public enum AppWord: String, CaseIterable, Sendable {
    // What became of a request
    case cancelled, notConnected, notTrusted, timedOut, connectionLost, answerTooLarge, noMarket, unusableFile
    case faultyRequest
    case listingOutcomeUnknown, editOutcomeUnknown, deletionOutcomeUnknown, listedAlready
    case secretNotKept
    // Lists
    case refreshFailed
    // Forms
    case passwordMissing, sending, checking, lookingAgain, unsavedChanges, keepEditing, leaveAnyway
    case keepMine, takeTheirs
    case contactUnknown
}
