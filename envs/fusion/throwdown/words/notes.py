"""What spoils are called and what they do, in a few words."""

from throwdown.envs.core.catalogue import tr

NOTES = {
    "spoil chargeup-self": tr("all Charges for one involved Pilot"),
    "spoil chargeup-team": tr("1 Charge for every Pilot"),
    "spoil favor": tr("a Faction gets a card from the Hand, or loses a Strike"),
    "spoil disfavor": tr("a Faction takes a Strike"),
    "spoil fortify-self": tr("all Buffers for one involved Pilot"),
    "spoil fortify-team": tr("1 Buffer for every Pilot"),
    "spoil purge": tr("one Pilot loses her Charges"),
    "spoil recover-self": tr("1 point of a lowered Commitment of one involved Pilot"),
    "spoil recover-threat": tr("1 point of one Threat's Rating"),
    "spoil replenish": tr("1 point of a Resource"),
    "spoil schism-team": tr("Harmony falls by 1"),
    "spoil trauma-pilot": tr("one Pilot loses 1 point of a Commitment"),
    "spoil trauma-threat": tr("one Threat loses 1 point of Rating"),
    "spoil wave": tr("Coach uses a Wave of a Threat for free"),
    "spoil chargeup-team-full": tr("all Charges for every Pilot"),
    "spoil fortify-team-full": tr("all Buffers for every Pilot"),
    "spoil rally": tr("Harmony rises by 1"),
    "spoil rebuild": tr("the Damaged Location stands again"),
    "spoil ruin": tr("the Location is ruined by one step"),
    "spoil recover-self-all": tr("all Commitments of one involved Pilot"),
    "spoil recover-threat-all": tr("the whole Rating of one Threat"),
    "spoil replenish-full": tr("a Resource is full again"),
    "spoil storm": tr("Coach uses a Storm of a Threat for free"),
    "spoil none": tr("waive the spoils that are left"),
}
"""What the spoils of the Throwdown do, by the labels of their actions."""

TITLES = {
    "chargeup-self": tr("Chargeup"),
    "chargeup-team": tr("Chargeup for the team"),
    "favor": tr("Favor"),
    "disfavor": tr("Disfavor"),
    "fortify-self": tr("Fortify"),
    "fortify-team": tr("Fortify the team"),
    "purge": tr("Purge"),
    "recover-self": tr("Recover"),
    "recover-threat": tr("Recover a Threat"),
    "replenish": tr("Replenish"),
    "schism-team": tr("Schism for the team"),
    "trauma-pilot": tr("Trauma for a Pilot"),
    "trauma-threat": tr("Trauma for a Threat"),
    "wave": tr("Wave"),
    "chargeup-team-full": tr("Chargeup for the whole team"),
    "fortify-team-full": tr("Fortify the whole team"),
    "rally": tr("Rally"),
    "rebuild": tr("Rebuild"),
    "ruin": tr("Ruin"),
    "recover-self-all": tr("Recover in full"),
    "recover-threat-all": tr("Recover all of a Threat"),
    "replenish-full": tr("Replenish in full"),
    "storm": tr("Storm"),
    "none": tr("No spoil"),
}
"""What they are called."""
