/// The texts that scripts show. The raw values are the names that scripts use.
public enum ScriptString: String, CaseIterable, Sendable {
    // Every page
    case failed, newerPage = "newer", offline, olderPage = "older", reload, unanswered, unreachable
    // Lists
    case refreshed, pullToRefresh, releaseToRefresh, searchFailed, recentSearches, removeSearch, clearSearches
    // Favourites
    case favorite, notKept
    // A product
    case linkCopied, close, contactFailed, copied, noConnection, okay, retry
    // The forms
    case draftNotKept, draftRemoved, unnamed
    case cancel, uploadFailed, noResponse = "noAnswer", stillWaiting, saveFailed, showListing, showPassword
    case tooManyImages = "tooManyPictures", imageAdded = "pictureAdded", imageRemoved = "pictureRemoved", imageMoved =
        "pictureMoved", removeImage = "removePicture", moveImage = "movePicture"
    case cropImage = "cropPicture", imageCropped = "pictureCropped", cropPlace
    case notAnImage = "notAPicture", imageDamaged = "pictureDamaged", imageTooHeavy = "pictureTooHeavy", imageTooLarge =
        "pictureTooLarge", imageUnreadable = "pictureUnreadable"

    private static let everywhere: [ScriptString] = [
        .failed, .newerPage, .offline, .olderPage, .reload, .unanswered, .unreachable,
    ]
    /// The texts for the scripts of list pages.
    public static let list =
        everywhere + [
            .favorite, .notKept, .refreshed, .pullToRefresh, .releaseToRefresh, .searchFailed, .retry,
            .recentSearches, .removeSearch, .clearSearches,
        ]
    /// The texts for the scripts of product pages.
    public static let product =
        everywhere + [
            .favorite, .notKept, .linkCopied, .cancel, .close, .contactFailed, .copied, .noConnection, .okay, .retry,
            .showPassword,
        ]
    /// The texts for the scripts of the forms.
    public static let form =
        everywhere + [
            .draftNotKept, .draftRemoved, .unnamed, .cancel, .uploadFailed, .noResponse, .stillWaiting, .saveFailed,
            .showListing, .showPassword,
            .tooManyImages, .imageAdded, .imageRemoved, .imageMoved, .removeImage, .moveImage, .cropImage,
            .imageCropped, .cropPlace, .notAnImage, .imageDamaged, .imageTooHeavy, .imageTooLarge, .imageUnreadable,
        ]
    /// The texts for the scripts of the pages of favorites and recently viewed products.
    public static let kept = everywhere + [.favorite, .notKept, .retry]
    /// The texts for the scripts of message pages.
    public static let message = everywhere
    /// The texts for the scripts of the password page.
    public static let password = everywhere + [.showPassword]
}

/// The texts that each language provides.
protocol ScriptStrings: Sendable {
    func text(for string: ScriptString) -> String
}
