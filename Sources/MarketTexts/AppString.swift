/// The texts that only apps use. Those that the web pages have, too, are in ``InterfaceString``.
public enum AppString: String, CaseIterable, Sendable {
    // Outcomes of requests
    case cancelled, notConnected, notTrusted, timedOut, connectionLost, responseTooLarge = "answerTooLarge", noMarket,
        unusableFile, pictureNotShown
    case faultyRequest
    case listingOutcomeUnknown, editOutcomeUnknown, deletionOutcomeUnknown, reportOutcomeUnknown, listedAlready
    case secretNotKept, waitsForApproval
    // Lists
    case refreshFailed
    // Forms
    case passwordMissing, sending, checking, verifying
    case conflictAdvice, keepMine, takeTheirs
    case contactUnknown
    case picturesPending, pictureUnavailable, noSpaceForPicture, pictureLibrary, camera
    case movePictureForward, movePictureBack
    // My listings
    case keptNote, removeNote
    case emptyMineAdvice, passwordOnce, identityUnreadable, identityUnusable
    // Reports
    case receiptAdvice
    // Settings
    case settings, marketAddress, marketAddressHint, firstMarket, addressInvalid, addressInsecure
    case marketUnavailable, language, systemLanguage
    // Favorites and recently viewed products
    case favoriteInOtherCurrency, favoriteUnknown, favoritesNotSaved, favoritesUnreadable
    case nothingViewedAdvice, clearRecentlyViewed, recentlyViewedUnreadable
    // Drafts
    case draftQuestion, editDraftQuestion, discardDraft, draftNotSaved
}
