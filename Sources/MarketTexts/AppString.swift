/// The texts that only apps use. Texts that web pages use too are in ``WebString``.
public enum AppString: String, CaseIterable, Sendable {
    // Outcomes of requests
    case cancelled, notConnected, notTrusted, timedOut, connectionLost, responseTooLarge = "answerTooLarge", noMarket,
        unusableFile
    case faultyRequest
    case listingOutcomeUnknown, editOutcomeUnknown, deletionOutcomeUnknown, listedAlready
    case secretNotKept
    // Lists
    case refreshFailed
    // Forms
    case passwordMissing, sending, checking, lookingAgain, unsavedChanges, keepEditing, leaveAnyway
    case conflictAdvice, keepMine, takeTheirs
    case contactUnknown
    case pictureUnavailable, noSpaceForPicture, pictureLibrary, camera, movePictureForward, movePictureBack
    // My listings
    case keptNote, removeNote
    case emptyMineAdvice, passwordOnce, identityUnreadable
    // Settings
    case settings, marketAddress, marketAddressHint, firstMarket, addressInvalid, addressInsecure
    case marketUnwell, language, systemLanguage
    // Favorites and recently viewed products
    case favorites, addFavorite, removeFavorite, noFavorites, noFavoritesAdvice
    case favoriteInOtherCurrency, favoriteUnknown, favoritesNotSaved, favoritesUnreadable
    case recentlyViewed, nothingViewed, nothingViewedAdvice, clearRecentlyViewed, recentlyViewedUnreadable
    case share
    // Drafts
    case draftQuestion, editDraftQuestion, continueDraft, discardDraft, draftNotSaved
}
