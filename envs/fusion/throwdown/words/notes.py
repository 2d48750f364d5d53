"""What single actions mean, in a few words."""

NOTES = {
    "spoil chargeup-self": "all Charges for one involved Pilot",
    "spoil chargeup-team": "1 Charge for every Pilot",
    "spoil favor": "a card of the Hand for a Faction, or a Strike off it",
    "spoil disfavor": "a Strike against a Faction",
    "spoil fortify-self": "all Buffers for one involved Pilot",
    "spoil fortify-team": "1 Buffer for every Pilot",
    "spoil purge": "one Pilot loses her Charges",
    "spoil recover-self": "1 point of a lowered Commitment of one involved Pilot",
    "spoil recover-threat": "1 point of one Threat's Rating",
    "spoil replenish": "1 point of a Resource",
    "spoil schism-team": "Harmony falls by 1",
    "spoil trauma-pilot": "one Pilot loses 1 point of a Commitment",
    "spoil trauma-threat": "one Threat loses 1 point of Rating",
    "spoil wave": "Coach uses a Wave of a Threat for free",
    "spoil chargeup-team-full": "all Charges for every Pilot",
    "spoil fortify-team-full": "all Buffers for every Pilot",
    "spoil rally": "Harmony rises by 1",
    "spoil rebuild": "the Damaged Location stands again",
    "spoil ruin": "the Location is ruined by a step",
    "spoil recover-self-all": "all Commitments of one involved Pilot",
    "spoil recover-threat-all": "the whole Rating of one Threat",
    "spoil replenish-full": "a Resource is full again",
    "spoil storm": "Coach uses a Storm of a Threat for free",
    "spoil none": "waive what is left",
}
"""What the spoils of the Throwdown do, by the labels of their actions."""
