/// The texts that scripts show. The raw values are the names that scripts use.
public enum ScriptString: String, CaseIterable, Sendable {
    // Every page
    case failed, newerPage = "newer", offline, olderPage = "older", reload, unanswered, unreachable
    // Lists
    case refreshed, pullToRefresh, releaseToRefresh, searchFailed, recentSearches, removeSearch, clearSearches
    // Favourites
    case favorite, notKept
    // A product
    case linkCopied, close, contactFailed, noConnection, okay, retry
    // The forms
    case draftNotKept, draftRemoved, unnamed
    case cancel, uploadFailed, noResponse = "noAnswer", stillWaiting, saveFailed, showListing, showPassword
    case tooManyImages = "tooManyPictures", imageAdded = "pictureAdded", imageRemoved = "pictureRemoved", imageMoved =
        "pictureMoved", removeImage = "removePicture", moveImage = "movePicture"
    case cropImage = "cropPicture", imageCropped = "pictureCropped", cropPlace
    case notAnImage = "notAPicture", imageDamaged = "pictureDamaged", imageTooHeavy = "pictureTooHeavy", imageTooLarge =
        "pictureTooLarge", imageUnreadable = "pictureUnreadable"
}
