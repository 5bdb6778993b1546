/// The fixed texts of the operators' pages. The raw values are the names that templates use.
public enum OperatorString: String, CaseIterable, Sendable {
    // Getting in
    case signIn, signInAdvice, signInTitle, linkEndedTitle, signInNeeded, signInAgainTitle, signInAgain,
        tooManySignIns
    // Every page
    case menu, reports, listings, log, sessions, team, done, reason, reasonHint, missingReason, reasonTooLong,
        nothingChosen, unknownAction, noListing, notGivenBack
    // Reports
    case noReports, numbers, listedToday, soldToday, reportedToday, openReports, heldListings, about, reported,
        reporter, goneListing, state, dismiss, uphold, upholdAndHide, decisionHint, alreadyDecided, isDismissed,
        isUpheld
    case server, databaseSize, imagesSize, unknownSize, inObjectStore, measuring, requests
    // Listings and sellers
    case find, newest, hiddenOnly, noListings, chosen, decideTheirReports, giveBack, letThroughHint, askForChange,
        askHint,
        changeAsked, changedAsAsked, editedSinceReport, removeListing,
        removeHint, erase, eraseTitle, eraseAdvice, eraseOthers, eraseBackups, eraseReasonHint, eraseConfirm,
        notConfirmed, erased, erasedWithoutImages,
        newPassword, newPasswordTitle, newPasswordAdvice, newPasswordReasonHint, newPasswordMade, newPasswordOnce,
        passwordChanged,
        heldByOperator, heldByReports, heldByBlock, removedByOperator, answer,
        seller, number, listed, publicPage, block, blockAdvice, unblock,
        unblockAdvice, rename, renameAdvice, isBlocked, blockFor,
        forGood,
        isNotBlocked
    case contacts, contactsHint, blockAContact, noContacts, contactToBlock, contactNotBlocked, noNewContact,
        noContactChosen, contactsToBlock, contactOfOthers,
        unblockContact,
        heldByContact, blockContact, blockContactHint
    case lock, unlock, lockHint, isLocked
    // The log
    case logHint, nothingDone, undo, byReports, byTime, bySeller, byCommand
    // New listings
    case waiting, approve, refuse, refuseHint, notApproved, versionMissing, blockedContact
    // Invitations
    case invitations, invitationsHint, inviteSeller, sellerName, invitationAdvice, revokeInvitation, noInvitations,
        invitationOpen, invitationAccepted, invitationRevoked, invitationExpired
    // Sessions and operators
    case sessionsHint, thisBrowser, signOut, endSession, moderator, `operator`, moderatorHint, operatorHint,
        makeLink, linkAdvice, remove, removeAdvice, invite, name, role
    // The feed
    case feed, feedTitle, feedHint, feedAddress, feedAdvice, makeFeed, replaceFeed, endFeed
    // Keys
    case keys, keysHint, keyName, makeKey, keyAdvice, endKeyAdvice
    // Settings
    case logo, logoHint, removeLogo, chooseLogo, logoTooSmall
    case settings, saved, notSaved, save, fixedBySettings, pages, pagesHint, pageMissing, pageHidden, pageHasGaps,
        pagePublished, pageHint, templateHint, pageText, preview, publish, unpublish, removePage, removePageAdvice,
        savedMeanwhile
}
